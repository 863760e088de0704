import type { DemoScript } from './demoScript';

export const zhCN: DemoScript = {
  agentTitle: '演示智能体',
  modes: {
    agent: { name: '执行', description: '读取、编辑、运行，改动之前先征求同意' },
    plan: { name: '计划', description: '只读取并提出计划，你接受之前不做任何改动' },
    ask: { name: '问答', description: '只读取和回答，不做任何改动' },
  },
  models: {
    steam: { name: '蒸汽', description: '脚本演示。慢而稳重，只有一种速度' },
    diesel: { name: '内燃', description: '脚本演示。平稳，略作思考' },
    electric: { name: '电力', description: '脚本演示。快，想多久由你决定' },
  },
  efforts: { low: '低', medium: '中', high: '高', max: '最高' },
  options: {
    mode: '模式',
    model: '模型',
    effort: '思考强度',
    fast: '快速',
    fastDescription: '速度加倍。真实的智能体可能因此收费更高',
    on: '开',
    off: '关',
  },
  commands: {
    tour: { description: '完整导览：读取、编辑、运行、计划、提问' },
    plan: { description: '提出一份计划，请你审阅' },
    question: { description: '向你提两个问题' },
    permission: { description: '请求运行一条命令（不会真的运行）' },
    edit: { description: '提出一处小改动，你允许后才写入' },
    run: { description: '展示带颜色的命令输出' },
    todos: { description: '逐项完成一份待办清单' },
    subtask: { description: '把一部分工作交给子智能体' },
    image: { description: '画一幅图' },
    long: { description: '一段很长的回答，用来试滚动', hint: '段数' },
    slow: { description: '一段很慢的回答，用来试“停止”' },
    error: { description: '故意失败', hint: 'rpc、auth、text、refusal、limit 或 tool' },
    crash: { description: '在一轮对话中途结束智能体进程' },
    help: { description: '看看这个演示能展示什么' },
  },
  words: {
    tour: ['导览', '带我看看', 'tour'],
    plan: ['计划', 'plan'],
    question: ['提问', '问题', 'question'],
    permission: ['权限', '许可', 'permission'],
    edit: ['编辑', '修改', '加一种茶', 'edit'],
    run: ['运行', '测试', 'run'],
    todos: ['待办', '清单', 'todo'],
    subtask: ['子任务', '子智能体', 'subtask'],
    image: ['图片', '画', 'image'],
    long: ['长回答'],
    slow: ['慢'],
    error: ['出错', '错误', '失败', 'error'],
    crash: ['崩溃', 'crash'],
    help: ['帮助', '能做什么', 'help'],
  },
  permissionOptions: {
    allow_once: '允许一次',
    allow_always: '本会话内允许',
    reject_once: '拒绝',
    reject_always: '本会话内拒绝',
  },
  thoughts: [
    '来了一位新的值班员，简短的导览胜过长篇介绍。',
    '我是脚本，不是模型，这一点要先说清楚。',
    '然后读一读示例项目，这样提出的改动才是真实的。',
    '没有得到允许之前，什么都不写入。',
  ],
  tour: {
    intro:
      '你好！我是 Signalbox 自带的**演示智能体**。我照着脚本行事：没有模型，不需要账号，也不联网。' +
      '而你看到的界面都是真的，你接入的任何智能体都会这样呈现。\n\n我先读一读示例项目。',
    elsewhere: (folder) => `这个文件夹是你的，我不会动它。我在示例项目的副本里操作：\`${folder}\`。`,
    findings: (teas, code) =>
      '这是一个泡茶计时器，它认得这些茶：\n\n' +
      '| 茶 | 浸泡 | 水温 |\n| --- | ---: | ---: |\n' +
      teas.map((tea) => `| ${tea.name} | ${tea.minutes} 分钟 | ${tea.celsius} °C |`).join('\n') +
      `\n\n再把茶名换算成时间：\n\n\`\`\`ts\n${code.trim()}\n\`\`\``,
    nextAnEdit: (tea) => `还可以加上 **${tea.name}**。这会改动文件，所以我先征求你的同意。`,
    readOnly: '当前模式只能读取，我跳过编辑这一步。',
    beforePlan: '大一点的工作应当先有计划，动手之前由你决定。',
    beforeQuestion: '最后有两个问题，不用鼠标也能回答。',
    closing:
      '导览到此结束。不妨试试：\n\n' +
      '- 输入 `/slow`，然后按**停止**\n' +
      '- 在这个会话工作时再开一个会话\n' +
      '- 关闭 Signalbox，重新打开，在这里继续\n\n' +
      '想用真实的智能体时，请到**设置 → 智能体**添加。`/help` 列出我能展示的一切。',
    todos: { look: '读取示例项目', edit: '加一种茶（若获允许）', test: '运行测试', plan: '提出下一步' },
  },
  tools: {
    read: (name) => `读取 ${name}`,
    searched: (words) => `搜索“${words}”`,
    edit: (name) => `编辑 ${name}`,
    todos: '更新待办',
    plan: '创建计划',
    question: '提问',
    task: (description) => `任务：${description}`,
    image: '画一幅图',
    failing: '读取 src/kettle.ts',
  },
  edit: {
    reason: (tea) => `在茶单里加上 ${tea.name}`,
    done: (tea) => `好了，计时器现在认得 **${tea.name}**。`,
    unchanged: '有人抢先了：文件里已经有它，我没有改动。',
    rejected: '好的，文件保持原样。',
    rejectedBefore: '你说过本会话内不要编辑，所以文件保持原样。输入 `/permission` 可以重新选择。',
    readOnlyMode: '当前模式只能读取。请切换到**执行**模式再试，我会提出一处改动。',
  },
  run: {
    before: '接下来运行测试。',
    scripted: '脚本输出：没有在你的电脑上运行任何东西。',
    after: '全部通过。（这一步只是演示，没有在你的电脑上运行任何东西。）',
  },
  permission: {
    before: '我想运行一条命令。这只是演示：无论你怎样回答，都不会真的运行。',
    command: 'rm -rf build && npm run build',
    reason: '删除 build 文件夹并重新构建',
    answer: {
      allow_once: '你允许了**一次**。真实的智能体现在会运行它，下次还会再问。',
      allow_always: '你在**本会话内允许**。之后在这里编辑，我不再询问。',
      reject_once: '你**拒绝**了。真实的智能体会另想办法。',
      reject_always: '你在**本会话内拒绝**。之后我不再提出编辑。',
      cancelled: '你关闭了请求，我当作没有同意。',
    },
  },
  plan: {
    before: '请审阅下面这份计划：可以接受，也可以写明理由退回。',
    name: '让计时器会响铃',
    overview: '计时器知道茶要泡多久，却从不告诉你茶好了。',
    markdown:
      '# 让计时器会响铃\n\n' +
      '目前 `steepingTime` 只返回文字，没有人在倒数。我们先加倒计时，再加提醒。\n\n' +
      '## 改动\n\n' +
      '| 文件 | 改动 |\n| --- | --- |\n' +
      '| `src/countdown.ts` | 新增：倒计时，每秒一次 |\n' +
      '| `src/timer.ts` | 除文字外再返回秒数 |\n' +
      '| `src/signal.ts` | 新增：响铃或显示横幅 |\n\n' +
      '## 不变\n\n' +
      '茶单和它的格式保持不变，谁都不用改自己的茶单。\n\n' +
      '> 风险：电脑睡眠时钟会停。每次计时都与系统时间核对。',
    phases: [
      { name: '倒计时', steps: ['让 steepingTime 返回秒数', '编写倒计时，时钟可由测试拨动'] },
      { name: '发出提醒', steps: ['时间一到就响铃', '静音时显示横幅'] },
    ],
    lastStep: '在 README 里说明怎样关闭声音',
    accepted: '已接受，谢谢。我来演示前几步，你可以看到清单怎样逐项完成。',
    finished: '真实的智能体这时已经写好代码了。我就停在这里，清单余下的部分留着。',
    rejected: (reason) => (reason ? `明白，这份计划作废。你的理由是：“${reason}”。` : '明白，这份计划作废。'),
    cancelled: '不作决定也可以。计划留在对话记录里，什么都没有做。',
  },
  question: {
    title: '两个问题',
    signal: { prompt: '茶泡好时，计时器怎样提醒你？', bell: '响铃', banner: '显示横幅', both: '两者都要' },
    next: {
      prompt: '接下来给你看什么？可以多选。',
      subtask: '子智能体工作的样子',
      image: '一幅图',
      failure: '一个失败的步骤',
    },
    answered: (choices) => `记下了：${choices.join('、')}。`,
    nothing: '你没有选任何一项，这也是一种回答。',
    skipped: (reason) => (reason ? `已跳过。你的理由是：“${reason}”。` : '已跳过，没有关系。'),
    cancelled: '你关闭了问题，我就不等回答继续了。',
  },
  todos: {
    before: '我一边工作一边记清单，请看对话旁边。',
    after: '三项完成，一项取消。清单会随会话保留。',
    items: ['烧水', '温壶', '浸泡三分钟', '找一块饼干'],
  },
  subtask: {
    before: '这一部分我交给子智能体，等它的结果。',
    description: '谁在使用茶单？',
    prompt: '找出所有读取 `teas` 的地方，并说明它们是否依赖清单的顺序。',
    result: '只有 `src/timer.ts` 读取它，按茶名查找，所以顺序无关紧要。',
    after: '子智能体找到一处读取：`src/timer.ts`，它不依赖顺序。',
  },
  image: {
    before: '那就画一幅图，我一个像素一个像素地画。',
    description: '黄昏的信号楼，信号灯显示通行',
    after: (inProject) =>
      inProject
        ? '黄昏的信号楼。文件在项目里：`signal-box.png`。'
        : '黄昏的信号楼。这个项目是你的，所以文件放在我自己的文件夹里。',
  },
  failure: {
    before: '这是一个失败的步骤。',
    output: 'ENOENT：没有这个文件，src/kettle.ts',
    after: '这个项目里没有水壶。一步失败不会结束整轮对话，我继续往下走。',
  },
  errors: {
    menu:
      '我可以这样失败：\n\n' +
      '- `/error rpc`：用错误回答这次提问\n' +
      '- `/error auth`：智能体要求登录\n' +
      '- `/error text`：像 Cursor 那样把错误写成文字\n' +
      '- `/error refusal`：模型拒绝回答\n' +
      '- `/error limit`：回答超出长度\n' +
      '- `/error tool`：一个步骤失败，对话继续',
    before: '我马上要故意失败了。',
    internal: '演示智能体按你的要求失败了',
    authentication: '请先登录（不是真的，这只是演示）',
    refusal: '这个问题我不想回答。（脚本里的拒绝。）',
    limit: '这段回答会在中途停',
  },
  crash: {
    before: '晚安。我现在就在这一轮中途结束自己。',
    lastWords: 'demo agent: crashing because /crash asked for it',
  },
  long: {
    title: '# 很长的回答\n\n',
    section: (number) =>
      `## ${number}. 信号与侧线\n\n` +
      '信号楼看得见每一列车，听得见每一声铃。值班员不开车，只决定**谁可以走**、谁要等，以及列车不应答时怎么办。\n\n' +
      '- 每架信号一根握柄\n- 每个邻站一只电铃\n- 一本什么都记的簿子\n\n' +
      `\`\`\`ts\nconst block${number} = { train: ${number * 7}, signal: 'clear', lever: ${number} };\n\`\`\`\n\n`,
    end: '线路到此为止。',
  },
  slow: {
    before: '我慢慢数数，随时可以按**停止**。',
    comma: '，',
    words: ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'],
    after: '你让我数完了，真有耐心。',
  },
  chat: (text) =>
    `你写的是：“${text}”\n\n` +
    '我只是脚本，没法真正回答。我能做的是展示 Signalbox 怎样工作：试试 `/plan`、`/question`、`/edit` 或 `/help`。' +
    '想要真正的回答，请到**设置 → 智能体**添加一个。',
  help:
    '我是脚本演示：没有模型，不需要账号，也不联网。我能展示这些：\n\n' +
    '| 命令 | 你会看到 |\n| --- | --- |\n' +
    '| `/tour` | 依次看一遍所有功能 |\n' +
    '| `/plan` | 一份可接受或退回的计划 |\n' +
    '| `/question` | 单选与多选的问题 |\n' +
    '| `/permission` | 权限请求 |\n' +
    '| `/edit` | 差异视图，允许后才写入 |\n' +
    '| `/run` | 带颜色的命令输出 |\n' +
    '| `/todos` | 逐项完成的清单 |\n' +
    '| `/subtask` | 子智能体 |\n' +
    '| `/image` | 一幅图 |\n' +
    '| `/long`、`/slow` | 很长和很慢的回答 |\n' +
    '| `/error`、`/crash` | 出错的样子 |',
};
