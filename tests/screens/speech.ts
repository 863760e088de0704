/** What the scripted agent says in the screens, in both languages: of the length and the kind that real answers have. */
export interface Speech {
  answer: { prompt: string; text: string };
  table: { prompt: string; text: string };
  code: { prompt: string; before: string; after: string };
  diff: { prompt: string; before: string; after: string };
  drawing: { prompt: string; text: string };
  terminal: { prompt: string; after: string };
  reads: { prompt: string; thought: string; after: string };
  plan: { prompt: string; name: string; overview: string; plan: string; todos: string[] };
  todos: { prompt: string; items: string[]; before: string };
  subtask: { prompt: string; tasks: [string, string]; thought: string; result: string; after: string };
  image: { prompt: string; after: string };
  error: { prompt: string; before: string; fail: string };
  words: { prompt: string; thought: string; text: string };
  output: { prompt: string; after: string };
  permission: { prompt: string; allow: string; always: string; reject: string };
  question: { prompt: string; title: string; question: string; options: [string, string, string] };
}

const CODE_IN_ANSWER = `\`\`\`ts
const key = \`\${order.id}:\${period.id}\`;
await invoices.upsert(toInvoice(order), { key });
\`\`\``;

/** A drawing that stands in the answer itself. */
const BARS = `data:image/svg+xml;base64,${Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120" fill="#2860c5"><rect x="10" y="70" width="60" height="50" rx="4"/><rect x="90" y="30" width="60" height="90" rx="4"/><rect x="170" y="50" width="60" height="70" rx="4"/></svg>`,
).toString('base64')}`;

const LONG_WORDS =
  'sha512-kD1nJpcZPsJTsbFJYWKlHsQ0NwT5mB6yZcKRvJ1uJrB7Hc3mF9G0pT8nZQx4LwVYd2sEoAa5gXeU6iOqRzCtMw==,file:///srv/build/' +
  'ledger-api/node_modules/.cache/transform/4f9c1d07e2b84b7a9d53c1c2f7f0b6aa/packages/billing/src/invoices/nightly.test.ts';

export const en: Speech = {
  answer: {
    prompt: 'Invoices are computed nightly from the orders table. Why do some customers get billed twice?',
    text: `The nightly job writes each invoice **without a key**, so a retry after a timeout bills the same order again. Three things come together:

## What happens

1. \`nightly.ts\` reads all open \`orders\` and inserts one invoice for each.
2. The insert runs outside the transaction that closes the order.
   - When the connection drops between both, the order stays open.
   - The scheduler starts the job again after five minutes.
3. Nothing at the database refuses the second row.

${CODE_IN_ANSWER}

## How often

| Month | Runs | Retries | Billed twice |
| --- | ---: | ---: | ---: |
| August | 31 | 2 | 14 |
| September | 30 | 0 | 0 |
| October | 31 | 5 | 63 |

> The [scheduler's guide](https://example.com/guide) says it plainly: a job may run more than once, and must be written so.

### What I would do

- [x] Find the runs that were repeated
- [x] Write a test that fails
- [ ] Give each invoice a key of order and period
- [ ] Refuse the second one at the database, see \`src/billing/key.ts:12\`

A unique index costs about 40 MB at the present size and no measurable time. Shall I go on?`,
  },
  table: {
    prompt: 'Compare the queues that we could use.',
    text: `Five that would fit, with what counts for us:

| Queue | Delivery | Order | Delay | Retention | Throughput | Operated by | Licence | Remarks |
| --- | --- | --- | --- | ---: | ---: | --- | --- | --- |
| PostgreSQL, SKIP LOCKED | at least once | by insertion, per table | yes, by a column | unlimited | 8,000/s | us, already | PostgreSQL | nothing new to run; one writer |
| Redis Streams | at least once | per stream | no | memory | 120,000/s | us | RSALv2 | lost on failover without AOF |
| RabbitMQ quorum queues | at least once | per queue | with a plugin | disk | 30,000/s | us | MPL 2.0 | three nodes at least |
| Kafka | at least once, exactly once inside | per partition | no | unlimited | 600,000/s | vendor | Apache 2.0 | far more than we need |
| SQS FIFO | exactly once | per group | 15 minutes | 14 days | 3,000/s | vendor | service | no local development |

I would stay with **PostgreSQL**: our peak is 40 jobs a second.`,
  },
  code: { prompt: 'Show me the whole retry helper.', before: 'This is all of it:', after: 'It has no dependency.' },
  diff: {
    prompt: 'Make the nightly job idempotent.',
    before: 'Each invoice gets a key, and the key a file of its own.',
    after: 'A second run now changes nothing. The key is in `src/billing/key.ts`.',
  },
  drawing: {
    prompt: 'How does an order become an invoice?',
    text: `From the order to the ledger:

\`\`\`mermaid
graph LR
  A[Order placed] --> B[Usage event] --> C{Period open?}
  C -->|yes| D[Nightly job] --> E[Invoice] --> F[(Ledger)]
  C -->|no| G[Next period] --> D
\`\`\`

And how many there were in each quarter:

![Invoices by quarter](${BARS})

\`\`\`
order 4711 -> usage_event 90210 -> invoice 1312
\`\`\`

The way there:

\`\`\`mermaid
gantt
  dateFormat YYYY-MM-DD
  section Record
    Write usage events :done, a, 2026-03-02, 7d
    Backfill the open period :active, b, after a, 6d
  section Cut over
    Compare both :crit, c, after b, 10d
    Cut over :milestone, after c, 0d
\`\`\``,
  },
  terminal: { prompt: 'Run the billing tests.', after: 'One fails: the key is not kept across a retry.' },
  reads: {
    prompt: 'Where is the currency rounded?',
    thought: 'Rounding may happen in the model, in the view or at the database. I search for all three.',
    after: 'In one place only, `roundToMinor` in `src/money/round.ts`.',
  },
  plan: {
    prompt: 'Plan the move of billing to usage events.',
    name: 'Usage-event billing',
    overview: 'Switch invoices to the append-only usage_event table without a night in which nobody is billed.',
    plan: `# Usage-event billing

Switch invoices to the append-only \`usage_event\` table, run both for one period, compare, then cut over.

## Phase 1: record

1. Write a usage event wherever an order changes state.
2. Backfill the open period from \`orders\`.

## Phase 2: compare and cut over

1. Compute both, store the difference per customer.
2. Cut over when the difference is zero for a week.

> Risk: events that arrive late. They go to the next period.`,
    todos: ['Write usage events', 'Backfill the open period', 'Compare both for one period', 'Cut over'],
  },
  todos: {
    prompt: 'Move them to usage events without double billing anyone.',
    items: [
      'Find where invoices are computed',
      'Make the nightly job idempotent',
      'Propose the move to usage events, with a way back for the first two periods',
      'Write events on order changes',
      'Compare both for one period',
    ],
    before: 'I start with the job as it is.',
  },
  subtask: {
    prompt: 'Who reads the orders table?',
    tasks: ['Explore: who reads the orders table', 'Explore: which of them need the state column'],
    thought: 'The table has no owner in the code, so its name is all there is to look for.',
    result: 'Four readers: `nightly.ts`, `report.ts`, `export.ts` and the support console.',
    after: 'Four places read it; two of them need the state.',
  },
  image: {
    prompt: 'What does the settings page look like now?',
    after: 'The whole window, as it stands on the branch.',
  },
  error: {
    prompt: 'Rename the column in all migrations.',
    before: 'I look at the migrations first.',
    fail: 'ConnectError: [unavailable] read ECONNRESET at TLSSocket.onConnectEnd (node:internal/tls/wrap:1732)',
  },
  output: {
    prompt: 'Run the whole suite, and keep what it prints.',
    after: 'All of it passes. The job is in [src/billing/nightly.ts](src/billing/nightly.ts:6).',
  },
  words: {
    prompt: `Check this: ${LONG_WORDS}`,
    thought: `The hash is ${LONG_WORDS}`,
    text: `The package is \`${LONG_WORDS}\` and its address is https://registry.example.com/${LONG_WORDS.replaceAll(/[^a-zA-Z0-9]/g, '/')} — ${LONG_WORDS}`,
  },
  permission: {
    prompt: 'Run the flaky login test twenty times.',
    allow: 'Allow once',
    always: 'Allow always',
    reject: 'Reject',
  },
  question: {
    prompt: 'Which date library do we take?',
    title: 'Dates',
    question: 'Which library should dates use?',
    options: ['Temporal, with the polyfill', 'date-fns', 'Keep what is there'],
  },
};

export const zh: Speech = {
  answer: {
    prompt: '账单每晚根据 orders 表计算。为什么有些客户会被重复扣费？',
    text: `夜间任务写入账单时**没有使用唯一键**，超时后重试会对同一笔订单再次扣费。原因有三：

## 过程

1. \`nightly.ts\` 读取所有未关闭的 \`orders\`，为每一笔插入一张账单。
2. 插入操作不在关闭订单的事务之内。
   - 如果连接恰好在两步之间中断，订单仍处于未关闭状态。
   - 五分钟后，调度器会再次启动任务。
3. 数据库没有拒绝第二行的约束。

${CODE_IN_ANSWER}

## 频率

| 月份 | 运行次数 | 重试次数 | 重复扣费 |
| --- | ---: | ---: | ---: |
| 八月 | 31 | 2 | 14 |
| 九月 | 30 | 0 | 0 |
| 十月 | 31 | 5 | 63 |

> [调度器指南](https://example.com/guide)写得很清楚：“任务可能运行多次，代码必须能够承受。”

### 建议

- [x] 找出被重复执行的任务
- [x] 编写一个会失败的测试
- [ ] 为每张账单加上由订单和账期组成的键
- [ ] 在数据库层拒绝重复写入，见 \`src/billing/key.ts:12\`

以目前的数据量，唯一索引大约占用 40 MB，耗时可以忽略不计。要继续吗？`,
  },
  table: {
    prompt: '比较一下我们可以使用的队列。',
    text: `有五种可选，以下是我们关心的方面：

| 队列 | 投递语义 | 顺序 | 延迟投递 | 保留时间 | 吞吐量 | 运维方 | 许可证 | 备注 |
| --- | --- | --- | --- | ---: | ---: | --- | --- | --- |
| PostgreSQL，SKIP LOCKED | 至少一次 | 每张表按插入顺序 | 支持，使用一列 | 不限 | 8,000/秒 | 我们，已有 | PostgreSQL | 无需新增组件；只有一个写入者 |
| Redis Streams | 至少一次 | 每个流 | 不支持 | 受内存限制 | 120,000/秒 | 我们 | RSALv2 | 未开启 AOF 时故障转移会丢失数据 |
| RabbitMQ 仲裁队列 | 至少一次 | 每个队列 | 需要插件 | 磁盘 | 30,000/秒 | 我们 | MPL 2.0 | 至少三个节点 |
| Kafka | 至少一次，内部恰好一次 | 每个分区 | 不支持 | 不限 | 600,000/秒 | 供应商 | Apache 2.0 | 远超我们的需要 |
| SQS FIFO | 恰好一次 | 每个组 | 15 分钟 | 14 天 | 3,000/秒 | 供应商 | 服务 | 无法本地开发 |

我建议继续使用 **PostgreSQL**：我们的峰值是每秒 40 个任务。`,
  },
  code: { prompt: '给我看完整的重试工具。', before: '全部代码如下：', after: '它没有任何依赖。' },
  diff: {
    prompt: '让夜间任务具备幂等性。',
    before: '每张账单都有一个键，键的生成放在单独的文件里。',
    after: '现在重复运行不会有任何变化。键的生成在 `src/billing/key.ts`。',
  },
  drawing: {
    prompt: '订单是怎么变成账单的？',
    text: `从订单到总账：

\`\`\`mermaid
graph LR
  A[下单] --> B[用量事件] --> C{账期开放？}
  C -->|是| D[夜间任务] --> E[账单] --> F[(总账)]
  C -->|否| G[下一账期] --> D
\`\`\`

各季度的账单数量：

![各季度账单](${BARS})

\`\`\`
order 4711 -> usage_event 90210 -> invoice 1312
\`\`\`

实施计划：

\`\`\`mermaid
gantt
  dateFormat YYYY-MM-DD
  section 记录
    写入用量事件 :done, a, 2026-03-02, 7d
    回填当前账期 :active, b, after a, 6d
  section 切换
    对比两种结果 :crit, c, after b, 10d
    切换 :milestone, after c, 0d
\`\`\``,
  },
  terminal: { prompt: '运行账单测试。', after: '有一个失败：重试时没有保留键。' },
  reads: {
    prompt: '金额是在哪里取整的？',
    thought: '取整可能在模型、视图或数据库中进行。三处都查一下。',
    after: '只有一处：`src/money/round.ts` 中的 `roundToMinor`。',
  },
  plan: {
    prompt: '规划如何将计费迁移到用量事件。',
    name: '按用量事件计费',
    overview: '将账单切换到只追加的 usage_event 表，期间不会有任何一晚漏收费用。',
    plan: `# 按用量事件计费

将账单切换到只追加的 \`usage_event\` 表，两套并行一个账期，对比之后再切换。

## 第一阶段：记录

1. 订单状态变化时写入用量事件。
2. 用 \`orders\` 回填当前账期。

## 第二阶段：对比与切换

1. 同时计算两套结果，按客户保存差异。
2. 差异连续一周为零后切换。

> 风险：迟到的事件。它们计入下一个账期。`,
    todos: ['写入用量事件', '回填当前账期', '对比一个账期', '切换'],
  },
  todos: {
    prompt: '迁移到用量事件，不要对任何人重复扣费。',
    items: [
      '找出账单的计算位置',
      '让夜间任务具备幂等性',
      '提出迁移到用量事件的方案，并为前两个账期保留回退方法',
      '订单变化时写入事件',
      '对比一个账期',
    ],
    before: '先从现有任务开始。',
  },
  subtask: {
    prompt: '谁在读取 orders 表？',
    tasks: ['探索：谁在读取 orders 表', '探索：其中哪些需要 state 列'],
    thought: '代码里没有指明这张表归谁，只能按表名查找。',
    result: '有四处读取：`nightly.ts`、`report.ts`、`export.ts` 和客服控制台。',
    after: '共有四处读取，其中两处需要 state 列。',
  },
  image: { prompt: '设置页面现在是什么样子？', after: '这是该分支上的整个窗口。' },
  error: {
    prompt: '在所有迁移中重命名这一列。',
    before: '先看看现有的迁移。',
    fail: 'ConnectError: [unavailable] read ECONNRESET at TLSSocket.onConnectEnd (node:internal/tls/wrap:1732)',
  },
  output: {
    prompt: '运行整个测试套件，并保留它的输出。',
    after: '全部通过。任务在 [src/billing/nightly.ts](src/billing/nightly.ts:6) 里。',
  },
  words: {
    prompt: `检查一下：${LONG_WORDS}`,
    thought: `哈希值是 ${LONG_WORDS}`,
    text: `包名是 \`${LONG_WORDS}\`，地址是 https://registry.example.com/${LONG_WORDS.replaceAll(/[^a-zA-Z0-9]/g, '/')} ——${LONG_WORDS}`,
  },
  permission: { prompt: '把不稳定的登录测试运行二十次。', allow: '允许一次', always: '始终允许', reject: '拒绝' },
  question: {
    prompt: '我们用哪个日期库？',
    title: '日期',
    question: '日期应该使用哪个库？',
    options: ['Temporal，配合 polyfill', 'date-fns', '保持现状'],
  },
};
