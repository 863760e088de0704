import type { Item } from '../../../src/shared/session/item';
import { emptySession } from '../../../src/shared/session/state';
import { openStore } from '../../../src/main/store/openStore';

const SESSIONS = 400;
const ITEM_BYTES = 4000;

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

/** A profile whose transcripts hold so many megabytes of text, written as the engine writes them. */
export function fill(home: string, megabytes: number): { items: number; megabytes: number; sessionIds: string[] } {
  const clock = { now: () => Date.now(), setTimer: () => () => undefined };
  const opened = openStore({
    home,
    clock,
    newId: () => crypto.randomUUID(),
    onFailure: (error) => {
      throw new Error(JSON.stringify(error));
    },
    onRecovered: () => undefined,
    onDamage: () => undefined,
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  const store = opened.value;
  const random = randoms();
  const pick = (list: readonly string[]): string => list[Math.floor(random.next().value * list.length)] ?? '';
  const pieces = Array.from({ length: 3000 }, () => Array.from({ length: 12 }, () => pick(WORDS)).join(' '));
  let number = 0;
  const words = (): string => {
    let text = '';
    while (text.length < ITEM_BYTES) {
      number += 1;
      // Ids and numbers are what makes a real index large: most of their trigrams are rare.
      text += `${pick(pieces)} ${pick(CHINESE)} ${(number * 2654435761).toString(36)}. `;
    }
    return text;
  };
  for (const project of ['p1', 'p2']) {
    store.database.run(`insert into project values (?, ?, ?, 1, 0)`, project, `/${project}`, project);
  }
  const perSession = Math.ceil((megabytes * 1e6) / ITEM_BYTES / SESSIONS);
  let bytes = 0;
  const sessionIds: string[] = [];
  for (let session = 0; session < SESSIONS; session += 1) {
    const sessionId = `s${session}`;
    sessionIds.push(sessionId);
    store.sessions.create({ sessionId, projectId: session % 2 === 0 ? 'p1' : 'p2', agentId: 'demo', cwd: '/p1' });
    const items = Array.from({ length: perSession }, (_, ordinal): Item => {
      const text = session === 3 && ordinal === 3 ? 'one zebrafish' : words();
      bytes += text.length;
      return {
        kind: 'message',
        role: ordinal % 4 === 0 ? 'user' : 'agent',
        ordinal,
        turnId: 't',
        at: session * 100_000 + ordinal,
        seq: ordinal + 1,
        open: false,
        content: [{ type: 'text', text }],
      };
    });
    const head = { ...emptySession(sessionId), seq: perSession + 1, nextOrdinal: perSession };
    store.transcripts.checkpoint(head, items);
    const committed = store.transcripts.commit();
    if (!committed.ok) throw new Error(JSON.stringify(committed.error));
  }
  store.close();
  return { items: perSession * SESSIONS, megabytes: Math.round(bytes / 1e6), sessionIds };
}
