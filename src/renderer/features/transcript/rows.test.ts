import type { Item, ItemOf } from '@shared/session/item';
import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRows, emptyRows, type RowList } from './rows';

const base = (ordinal: number) => ({ ordinal, turnId: 't', at: 0, seq: ordinal, open: false });

const tool = (
  ordinal: number,
  toolKind: 'read' | 'search' | 'edit' | 'execute' | 'other',
  toolCallId = `c${ordinal}`,
  rawInput?: ItemOf<'toolCall'>['rawInput'],
): Item => ({
  ...base(ordinal),
  kind: 'toolCall',
  toolCallId,
  title: '',
  toolKind,
  status: 'completed',
  content: [],
  locations: [],
  ...(rawInput === undefined ? {} : { rawInput }),
});

const message = (ordinal: number): Item => ({ ...base(ordinal), kind: 'message', role: 'agent', content: [] });

const permission = (ordinal: number, toolCallId: string, settled = false): Item => ({
  ...base(ordinal),
  kind: 'request',
  request: { kind: 'permission', requestId: `r${ordinal}`, openedAt: 0, toolCall: { toolCallId }, options: [] },
  settlement: settled ? { kind: 'cancelled', at: 1 } : null,
});

const subtask = (ordinal: number, toolCallId: string): Item => ({
  ...base(ordinal),
  kind: 'subtask',
  toolCallId,
  description: '',
  prompt: '',
  subagentType: '',
  status: 'running',
});

const plan = (ordinal: number, ...contents: string[]): Item => ({
  ...base(ordinal),
  kind: 'plan',
  entries: contents.map((content) => ({ content, priority: 'medium', status: 'pending' })),
});

const review = (ordinal: number, todos: string[], settled = false): Item => ({
  ...base(ordinal),
  kind: 'request',
  request: {
    kind: 'plan',
    requestId: `r${ordinal}`,
    openedAt: 0,
    plan: {
      markdown: '',
      todos: todos.slice(1).map((content) => ({ id: content, content, status: 'pending' })),
      phases: [{ name: '', todos: todos.slice(0, 1).map((content) => ({ id: content, content, status: 'pending' })) }],
      isProject: false,
    },
  },
  settlement: settled ? { kind: 'cancelled', at: 1 } : null,
});

const shape = ({ rows }: RowList) =>
  rows.map((row) =>
    row.kind === 'group'
      ? row.items.map((item) => item.ordinal)
      : row.asked
        ? `${row.item.ordinal}!`
        : row.item.ordinal,
  );

const notice = (ordinal: number, notice: ItemOf<'notice'>['notice'], turnId = 't'): Item => ({
  ...base(ordinal),
  turnId,
  kind: 'notice',
  notice,
});

const cutOf = ({ rows }: RowList) => rows.map((row) => row.kind === 'item' && row.cut);

describe('buildRows', () => {
  it.each<[ItemOf<'notice'>['notice'], boolean]>([
    [{ code: 'turn.cancelled' }, true],
    [{ code: 'turn.interrupted' }, true],
    [{ code: 'turn.failed', error: { code: 'agent.stopped' } }, true],
    [{ code: 'turn.stoppedBy', stopReason: 'max_tokens' }, true],
    [{ code: 'turn.stoppedBy', stopReason: 'refusal' }, false],
    [{ code: 'session.historyRebuilt' }, false],
  ])('knows by what follows whether the last words of a turn were cut off: %j', (told, isCut) => {
    expect(cutOf(buildRows([message(1), message(2), notice(3, told)]))).toEqual([false, isCut, false]);
    expect(cutOf(buildRows([message(1), tool(2, 'edit'), notice(3, told)]))).toEqual([false, false, false]);
    expect(cutOf(buildRows([message(1), notice(2, told, 'of another turn')]))).toEqual([false, false]);
  });

  it('tells so when the turn is stopped, and draws no other row anew', () => {
    const [one, two] = [message(1), message(2)];
    const before = buildRows([one, two]);
    const after = buildRows([one, two, notice(3, { code: 'turn.cancelled' })], before);
    expect(after.rows[0]).toBe(before.rows[0]);
    expect(after.rows[1]).toMatchObject({ item: two, cut: true });
  });

  it('puts consecutive reads and searches into one row', () => {
    const items = [message(0), tool(1, 'read'), tool(2, 'search'), message(3), tool(4, 'read'), tool(5, 'edit')];
    expect(shape(buildRows(items))).toEqual([0, [1, 2], 3, [4], 5]);
  });

  it('takes a change of the todos into the quiet line, which no other tool without a kind is', () => {
    const todos = tool(1, 'other', 'c1', { type: 'json', value: { _toolName: 'updateTodos' } });
    expect(shape(buildRows([tool(0, 'read'), todos, tool(2, 'other')]))).toEqual([[0, 1], 2]);
  });

  it('keeps a read that waits for a permission out of the quiet line', () => {
    const items = [tool(0, 'read'), tool(1, 'read'), permission(2, 'c1')];
    expect(shape(buildRows(items))).toEqual([[0], '1!', 2]);
  });

  it('takes it in once the permission is settled', () => {
    const before = buildRows([tool(0, 'read'), tool(1, 'read'), permission(2, 'c1')]);
    const after = buildRows([...before.items.slice(0, 2), permission(2, 'c1', true)], before);
    expect(shape(after)).toEqual([[0, 1], 2]);
  });

  it('hides the tool call that a subtask tells better', () => {
    expect(shape(buildRows([tool(0, 'other', 'x'), message(1), subtask(2, 'x')]))).toEqual([1, 2]);
  });

  it('leaves a plan to the card of its review while that waits', () => {
    const before = buildRows([message(0), plan(1, 'Find', 'Fix')]);
    expect(shape(before)).toEqual([0, 1]);
    const asked = buildRows([...before.items, review(2, ['Find', 'Fix'])], before);
    expect(shape(asked)).toEqual([0, 2]);
    const answered = buildRows([...before.items, review(2, ['Find', 'Fix'], true)], asked);
    expect(shape(answered)).toEqual([0, 1, 2]);
  });

  it('keeps a plan that says more than the card of the review', () => {
    expect(shape(buildRows([plan(0, 'Find', 'Fix'), review(1, ['Fix'])]))).toEqual([0, 1]);
  });

  it('keeps the objects of rows that say the same', () => {
    const items = [message(0), tool(1, 'read'), message(2), message(3)];
    const before = buildRows(items);
    const after = buildRows([...items.slice(0, 3), message(3), message(4)], before);
    expect(after.rows.slice(0, 3).every((row, index) => row === before.rows[index])).toBe(true);
    expect(after.rows[3]).not.toBe(before.rows[3]);
  });

  it('keeps the key of a group that grows at its end, and at its beginning when history is paged in', () => {
    const one = buildRows([tool(5, 'read')]);
    const two = buildRows([tool(5, 'read'), tool(6, 'read')], one);
    const three = buildRows([tool(3, 'read'), tool(4, 'read'), tool(5, 'read'), tool(6, 'read')], two);
    expect(three.rows).toHaveLength(1);
    expect(three.rows[0]?.key).toBe(one.rows[0]?.key);
  });

  it('gives step by step what it gives for the whole', () => {
    const kinds = constantFrom('m', 'r', 's', 'e', 'p', 'P', 't', 'l', 'a', 'change');
    assert(
      property(array(kinds, { maxLength: 30 }), (steps) => {
        let items: Item[] = [];
        let list = emptyRows;
        for (const step of steps) {
          const ordinal = items.length;
          const last = `c${Math.max(0, ordinal - 1)}`;
          switch (step) {
            case 'm':
              items = [...items, message(ordinal)];
              break;
            case 'r':
              items = [...items, tool(ordinal, 'read')];
              break;
            case 's':
              items = [...items, tool(ordinal, 'search')];
              break;
            case 'e':
              items = [...items, tool(ordinal, 'execute')];
              break;
            case 'p':
              items = [...items, permission(ordinal, last)];
              break;
            case 'P':
              items = items.map((item) =>
                item.kind === 'request' ? { ...item, settlement: { kind: 'cancelled', at: 1 } } : item,
              );
              break;
            case 'l':
              items = [...items, plan(ordinal, 'Find')];
              break;
            case 'a':
              items = [...items, review(ordinal, ['Find'])];
              break;
            case 't':
              items = [...items, subtask(ordinal, last)];
              break;
            default:
              items = items.map((item, index) => (index === Math.floor(items.length / 2) ? { ...item } : item));
          }
          list = buildRows(items, list);
          expect(shape(list)).toEqual(shape(buildRows(items)));
        }
      }),
    );
  });
});
