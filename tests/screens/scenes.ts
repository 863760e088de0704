import type { Speech } from './speech';

/** What the scripted agent does at each prompt (tests/agents/fake/scenes.mjs). */
export type Scenes = Record<keyof Speech, { prompt: string; steps: object[] }>;

const text = (words: string) => ({ type: 'text', text: words });
const content = (words: string) => [{ type: 'content', content: text(words) }];
const say = (words: string) => ({ update: { sessionUpdate: 'agent_message_chunk', content: text(words) } });
const think = (words: string) => ({ update: { sessionUpdate: 'agent_thought_chunk', content: text(words) } });
const tool = (toolCallId: string, fields: object) => ({
  update: { sessionUpdate: 'tool_call', toolCallId, status: 'completed', ...fields },
});

const RETRY = `export interface RetryOptions {
  /** How often it is tried in all. */
  attempts: number;
  /** Before the second attempt; doubled for each further one. */
  delayMs: number;
  signal?: AbortSignal;
  isWorthIt?: (error: unknown) => boolean;
}

const always = (): boolean => true;

/** Tries until it works, with growing pauses; the last error is the caller's. */
export async function retry<T>(work: (attempt: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const { attempts, delayMs, signal, isWorthIt = always } = options;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= attempts || !isWorthIt(error)) throw error;
      await pause(delayMs * 2 ** (attempt - 1), signal);
    }
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}
`;

/** A file of the project, which the viewer shows. */
export const NIGHTLY = `import { invoices, orders } from '../store';
import { toInvoice } from './invoice';

export async function nightly(period: Period): Promise<number> {
  const open = await orders.openIn(period);
  for (const order of open) {
    await invoices.insert(toInvoice(order));
  }
  return open.length;
}
`;

const OUTPUT = [
  '\u001b[1m RUN \u001b[0m \u001b[36mv4.1.0\u001b[0m ~/code/ledger-api',
  '',
  ' \u001b[32m✓\u001b[0m test/billing.test.ts \u001b[2m(12 tests)\u001b[0m \u001b[33m 412ms\u001b[0m',
  ' \u001b[32m✓\u001b[0m test/period.test.ts \u001b[2m(8 tests)\u001b[0m \u001b[2m 31ms\u001b[0m',
  ' \u001b[31m❯\u001b[0m test/retry.test.ts \u001b[2m(5 tests | \u001b[31m1 failed\u001b[39m)\u001b[0m \u001b[33m 1204ms\u001b[0m',
  '   \u001b[31m×\u001b[0m keeps the key across a retry',
  '     \u001b[31m→ expected 2 to be 1\u001b[0m',
  '',
  '\u001b[41m\u001b[97m FAIL \u001b[0m test/retry.test.ts > keeps the key across a retry',
  '\u001b[31mAssertionError\u001b[0m: expected \u001b[32m1\u001b[0m invoice, got \u001b[31m2\u001b[0m',
  '  \u001b[2m❯\u001b[0m test/retry.test.ts:\u001b[36m41:23\u001b[0m',
  '',
  ' \u001b[2mTest Files\u001b[0m  \u001b[31m1 failed\u001b[0m \u001b[2m|\u001b[0m \u001b[32m2 passed\u001b[0m \u001b[90m(3)\u001b[0m',
  '      \u001b[2mTests\u001b[0m  \u001b[31m1 failed\u001b[0m \u001b[2m|\u001b[0m \u001b[32m24 passed\u001b[0m \u001b[90m(25)\u001b[0m',
  '   \u001b[2mDuration\u001b[0m  8.2s \u001b[34mblue\u001b[0m \u001b[35mmagenta\u001b[0m \u001b[93mbright yellow\u001b[0m \u001b[44m\u001b[97m on blue \u001b[0m \u001b[7m reversed \u001b[0m',
].join('\n');

const LOG = Array.from(
  { length: 1600 },
  (_, at) =>
    `\u001b[2m${String(at).padStart(5, ' ')}\u001b[0m  \u001b[32m✓\u001b[0m test/billing/case-${at}.test.ts \u001b[2m(${(at * 7) % 23} tests)\u001b[0m \u001b[33m${(at * 37) % 900}ms\u001b[0m`,
).join('\n');

const FILES = ['src/money/round.ts', 'src/money/format.ts', 'src/billing/invoice.ts', 'db/schema.sql', 'web/Price.tsx'];

/** `picture` is a PNG in base 64. */
export function scenes(speech: Speech, cwd: string, picture: string): Scenes {
  const { answer, table, code, diff, drawing, terminal, reads, plan, todos, subtask, image, error, words, output } =
    speech;
  const { permission, question } = speech;
  const change = (id: string, path: string, oldText: string | null, newText: string) =>
    tool(id, {
      title: `Edit ${path}`,
      kind: 'edit',
      locations: [{ path: `${cwd}/${path}` }],
      content: [{ type: 'diff', path: `${cwd}/${path}`, oldText, newText }],
    });
  const read = (id: string, path: string) =>
    tool(id, {
      title: `Read ${path}`,
      kind: 'read',
      locations: [{ path: `${cwd}/${path}` }],
      content: content('export const rounding = 2;'),
    });
  const search = (id: string, query: string, matches: number) =>
    tool(id, {
      title: `Search ${query}`,
      kind: 'search',
      rawInput: { pattern: query },
      rawOutput: { totalMatches: matches },
    });
  const spawned = (id: string, task: string) => [
    tool(`call-${id}`, {
      title: `Task: ${task}`,
      kind: 'other',
      status: 'in_progress',
      rawInput: { _toolName: 'task' },
    }),
    {
      update: {
        sessionUpdate: 'subagent_spawned',
        subagentSessionId: id,
        name: 'explore',
        task,
        capabilities: {},
        _meta: { cursor: { toolCallId: `call-${id}`, agentId: id, model: 'composer-2.5' } },
      },
    },
    { inside: id, ...think(subtask.thought) },
    { inside: id, ...search(`${id}-search`, 'orders', 14) },
    ...FILES.slice(2).map((path, at) => ({ inside: id, ...read(`${id}-${at}`, path) })),
    { inside: id, ...say(subtask.result) },
  ];
  const inCwd = { rawInput: { command: 'npm test -- billing', cwd } };
  const asked = tool('ask-shell', {
    title: '`npx playwright test login.spec.ts --repeat-each=20`',
    kind: 'execute',
    status: 'pending',
    rawInput: { command: 'npx playwright test login.spec.ts --repeat-each=20', cwd },
  });
  return {
    answer: {
      prompt: answer.prompt,
      steps: [think(reads.thought), read('a1', 'src/billing/nightly.ts'), say(answer.text)],
    },
    table: { prompt: table.prompt, steps: [say(table.text)] },
    code: {
      prompt: code.prompt,
      steps: [say(`${code.before}\n\n\`\`\`ts\n${RETRY}\`\`\`\n\n${code.after}`)],
    },
    drawing: { prompt: drawing.prompt, steps: [say(drawing.text)] },
    diff: {
      prompt: diff.prompt,
      steps: [
        say(diff.before),
        change(
          'd1',
          'src/billing/nightly.ts',
          NIGHTLY,
          NIGHTLY.replace("'./invoice';", "'./invoice';\nimport { invoiceKey } from './key';").replace(
            'invoices.insert(toInvoice(order));',
            'invoices.upsert(toInvoice(order), { key: invoiceKey(order, period) });',
          ),
        ),
        change(
          'd2',
          'src/billing/key.ts',
          null,
          'export const invoiceKey = (order: Order, period: Period): string =>\n  `${order.id}:${period.id}`;\n',
        ),
        say(diff.after),
      ],
    },
    terminal: {
      prompt: terminal.prompt,
      steps: [
        tool('t1', {
          title: '`npm run build`',
          kind: 'execute',
          rawInput: { command: 'npm run build', cwd },
          rawOutput: { exitCode: 0, stdout: 'built in 3.1 s', stderr: '' },
          content: content('built in 3.1 s'),
        }),
        tool('t2', {
          title: '`npm test -- billing`',
          kind: 'execute',
          status: 'failed',
          ...inCwd,
          rawOutput: { exitCode: 1, stdout: OUTPUT, stderr: '' },
          content: content(OUTPUT),
        }),
        say(terminal.after),
      ],
    },
    reads: {
      prompt: reads.prompt,
      steps: [
        think(reads.thought),
        search('r0', 'toFixed(', 11),
        ...FILES.map((path, at) => read(`r${at + 1}`, path)),
        say(reads.after),
        tool('r8', {
          title: 'Fetch https://example.com/rounding',
          kind: 'fetch',
          rawInput: { url: 'https://example.com/rounding' },
        }),
        tool('r9', {
          title: 'Delete web/Price.old.tsx',
          kind: 'delete',
          locations: [{ path: `${cwd}/web/Price.old.tsx` }],
        }),
      ],
    },
    plan: {
      prompt: plan.prompt,
      steps: [
        {
          update: {
            sessionUpdate: 'tool_call',
            toolCallId: 'p1',
            title: 'Create Plan',
            kind: 'other',
            status: 'in_progress',
            rawInput: { _toolName: 'createPlan' },
          },
        },
        // As Cursor tells it: once for everybody, and again to be reviewed.
        {
          update: {
            sessionUpdate: 'plan',
            entries: plan.todos.map((words) => ({ content: words, priority: 'medium', status: 'pending' })),
          },
        },
        {
          ask: 'cursor/create_plan',
          params: {
            toolCallId: 'p1',
            name: plan.name,
            overview: plan.overview,
            plan: plan.plan,
            todos: plan.todos.map((words, at) => ({ id: `p${at}`, content: words, status: 'pending' })),
          },
        },
      ],
    },
    todos: {
      prompt: todos.prompt,
      steps: [
        say(todos.before),
        {
          update: {
            sessionUpdate: 'plan',
            entries: todos.items.map((words, at) => ({
              content: words,
              priority: 'medium',
              status: at < 2 ? 'completed' : at === 2 ? 'in_progress' : 'pending',
            })),
          },
        },
        { update: { sessionUpdate: 'usage_update', used: 103_400, size: 272_000 } },
        change('o1', 'src/billing/nightly.ts', NIGHTLY, NIGHTLY.replace('insert', 'upsert')),
      ],
    },
    subtask: {
      prompt: subtask.prompt,
      steps: [
        ...spawned('sub-1', subtask.tasks[0]),
        { update: { sessionUpdate: 'subagent_state_update', subagentSessionId: 'sub-1', state: 'completed' } },
        ...spawned('sub-2', subtask.tasks[1]),
        { update: { sessionUpdate: 'subagent_state_update', subagentSessionId: 'sub-2', state: 'failed' } },
        say(subtask.after),
      ],
    },
    image: {
      prompt: image.prompt,
      steps: [
        {
          update: {
            sessionUpdate: 'agent_message_chunk',
            content: { type: 'image', mimeType: 'image/png', data: picture },
          },
        },
        say(image.after),
      ],
    },
    error: { prompt: error.prompt, steps: [say(error.before), read('e1', 'db/schema.sql'), { fail: error.fail }] },
    output: {
      prompt: output.prompt,
      steps: [
        tool('o1', {
          title: '`npm test`',
          kind: 'execute',
          rawInput: { command: 'npm test', cwd },
          rawOutput: { exitCode: 0, stdout: LOG, stderr: '' },
          content: content(LOG),
        }),
        say(output.after),
      ],
    },
    words: {
      prompt: words.prompt,
      steps: [
        think(words.thought),
        tool('w1', {
          title: `\`${words.thought}\``,
          kind: 'execute',
          rawInput: { command: words.thought, cwd },
          rawOutput: { exitCode: 0, stdout: words.text, stderr: '' },
          content: content(words.text),
        }),
        read('w2', words.thought.replaceAll(' ', '/')),
        say(words.text),
      ],
    },
    permission: {
      prompt: permission.prompt,
      steps: [
        asked,
        {
          ask: 'session/request_permission',
          params: {
            toolCall: { ...asked.update, sessionUpdate: undefined },
            options: [
              { optionId: 'allow', name: permission.allow, kind: 'allow_once' },
              { optionId: 'always', name: permission.always, kind: 'allow_always' },
              { optionId: 'reject', name: permission.reject, kind: 'reject_once' },
            ],
          },
        },
      ],
    },
    question: {
      prompt: question.prompt,
      steps: [
        {
          update: {
            sessionUpdate: 'tool_call',
            toolCallId: 'q1',
            title: 'Ask Question',
            kind: 'think',
            status: 'in_progress',
            rawInput: { _toolName: 'askQuestion' },
          },
        },
        {
          ask: 'cursor/ask_question',
          params: {
            toolCallId: 'q1',
            title: question.title,
            questions: [
              {
                id: 'library',
                prompt: question.question,
                options: question.options.map((label, at) => ({ id: `o${at}`, label })),
              },
            ],
          },
        },
      ],
    },
  };
}
