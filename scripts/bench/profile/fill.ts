// Usage: node entry.mjs HOME PLAN.json. Prints `Filled` as JSON.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import type { Item } from '../../../src/shared/session/item';
import { emptySession } from '../../../src/shared/session/state';
import { openStore } from '../../../src/main/store/openStore';

export interface ProfilePlan {
  projects: readonly { projectId: string; path: string }[];
  sessions: readonly PlannedSession[];
}

interface PlannedSession {
  sessionId: string;
  projectId: string;
  agentId: string;
  title: string;
  items: number;
  /** `bulk`: messages of 4,000 bytes, for search; `work`: prompts, thoughts, tools and answers as in a working day. */
  kind: 'bulk' | 'work';
  /** In place of the message of this ordinal. */
  says?: { ordinal: number; text: string };
}

interface Filled {
  items: number;
  megabytes: number;
  /** By session: of its messages, as `digestOf` in storedText.mjs makes it. */
  digests: Record<string, string>;
}

const BULK_BYTES = 4000;
const ANSWER_BYTES = 600;

const WORDS =
  `the of and to in a is that for it as was with be by on not he this are or his from at which but have an had they you
   were their one all we can her has there been if more when will would who so no session store login request answer
   folder file line test error function return value window agent model index search column render stream buffer`.split(
    /\s+/,
  );
const CHINESE = [
  '修复登录错误',
  '会话已经恢复',
  '请运行测试',
  '文件已保存',
  '没有找到结果',
  '搜索所有消息',
  '代理正在工作',
];

/** Always the same text: a plain linear congruence, so that two runs measure the same thing. */
function* randoms(): Generator<number, never> {
  let seed = 42;
  for (;;) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    yield seed / 2 ** 32;
  }
}

/** A source of text of at least so many characters. */
function writer(): (characters: number) => string {
  const random = randoms();
  const pick = (list: readonly string[]): string => list[Math.floor(random.next().value * list.length)] ?? '';
  const pieces = Array.from({ length: 3000 }, () => Array.from({ length: 12 }, () => pick(WORDS)).join(' '));
  let number = 0;
  return (characters) => {
    let text = '';
    while (text.length < characters) {
      number += 1;
      // Ids and numbers are what makes a real index large: most of their trigrams are rare.
      text += `${pick(pieces)} ${pick(CHINESE)} ${(number * 2654435761).toString(36)}. `;
    }
    return text;
  };
}

type Write = (characters: number) => string;

function message(at: Place, role: 'user' | 'agent', text: string): Item {
  return { ...at, kind: 'message', role, content: [{ type: 'text', text }] };
}

interface Place {
  ordinal: number;
  turnId: string;
  at: number;
  seq: number;
  open: false;
}

function bulk(place: Place, write: Write): Item {
  return message(place, place.ordinal % 4 === 0 ? 'user' : 'agent', write(BULK_BYTES));
}

/** Turns of ten items, with markdown, code and a diff among them: what a transcript is made of. */
function work(place: Place, write: Write): Item {
  const tool = {
    ...place,
    kind: 'toolCall',
    toolCallId: `tool-${place.ordinal}`,
    status: 'completed',
    locations: [],
  } as const;
  switch (place.ordinal % 10) {
    case 0:
      return message(place, 'user', write(80));
    case 1:
      return { ...place, kind: 'thought', content: [{ type: 'text', text: write(200) }] };
    case 2:
    case 3:
    case 6:
      return {
        ...tool,
        title: `Read file-${place.ordinal}.ts`,
        toolKind: 'read',
        content: [{ type: 'content', content: { type: 'text', text: write(300) } }],
      };
    case 5:
      return {
        ...tool,
        title: `Edit file-${place.ordinal}.ts`,
        toolKind: 'edit',
        content: [{ type: 'diff', path: '/a.ts', oldText: `${write(150)}\nold`, newText: `${write(150)}\nnew` }],
      };
    case 7:
      return {
        ...tool,
        title: 'npm test',
        toolKind: 'execute',
        content: [{ type: 'content', content: { type: 'text', text: `${write(80)}\n`.repeat(4) } }],
      };
    case 8:
      return message(place, 'agent', `\`\`\`ts\nconst value${place.ordinal} = compute();\n\`\`\`\n\n${write(80)}`);
    default:
      return message(place, 'agent', `## Step ${place.ordinal}\n\n- ${write(100)}\n\n${write(ANSWER_BYTES)}`);
  }
}

/** A profile written as the engine writes it, which has never been open in a window. */
function fill(home: string, plan: ProfilePlan): Filled {
  mkdirSync(home, { recursive: true });
  const began = Date.now() - 86_400_000;
  const clock = { now: () => began, setTimer: () => () => undefined };
  const opened = openStore({
    home,
    clock,
    newId: () => crypto.randomUUID(),
    onFailure: (error) => {
      throw new Error(JSON.stringify(error));
    },
    onRecovered: () => undefined,
    onDamage: (damage) => {
      throw new Error(JSON.stringify(damage));
    },
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  const store = opened.value;
  const write = writer();
  const filled: Filled = { items: 0, megabytes: 0, digests: {} };
  let bytes = 0;
  for (const [position, { projectId, path }] of plan.projects.entries()) {
    const name = path.split('/').at(-1) ?? path;
    store.database.run(`insert into project values (?, ?, ?, ?, 0)`, projectId, path, name, position);
  }
  const paths = new Map(plan.projects.map(({ projectId, path }) => [projectId, path]));
  for (const [number, { sessionId, projectId, agentId, title, items: count, kind, says }] of plan.sessions.entries()) {
    store.sessions.create({ sessionId, projectId, agentId, cwd: paths.get(projectId) ?? '/' });
    const digest = createHash('sha256');
    const items = Array.from({ length: count }, (_, ordinal): Item => {
      const turnId = `turn-${ordinal - (ordinal % 10)}`;
      const place = { ordinal, turnId, at: began + number * 100_000 + ordinal, seq: ordinal + 1, open: false } as const;
      const made = kind === 'bulk' ? bulk(place, write) : work(place, write);
      const item = says?.ordinal === ordinal ? message(place, 'agent', says.text) : made;
      bytes += JSON.stringify(item).length;
      if (item.kind === 'message') {
        for (const block of item.content) if (block.type === 'text') digest.update(`${item.role}\n${block.text}\n`);
      }
      return item;
    });
    filled.items += count;
    filled.digests[sessionId] = digest.digest('hex');
    const head = {
      ...emptySession(sessionId),
      seq: count + 1,
      nextOrdinal: count,
      title: { text: title, source: 'user' as const },
    };
    store.transcripts.checkpoint(head, items);
    const committed = store.transcripts.commit();
    if (!committed.ok) throw new Error(JSON.stringify(committed.error));
  }
  store.close();
  return { ...filled, megabytes: Math.round(bytes / 1e6) };
}

const [home = '', planFile = ''] = process.argv.slice(2);
const plan: ProfilePlan = JSON.parse(readFileSync(planFile, 'utf8'));
console.log(JSON.stringify(fill(home, plan)));
