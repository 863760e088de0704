import { describe, expect, it } from 'vitest';
import type { SessionEvent, SessionEventBody } from './event';
import { reduceEvents } from './reduceSession';
import { applyEvents, applySnapshot, prependPage, trimToFirstLook, trimWindow } from './replica';
import { emptySession, type SessionState } from './state';

const at = (seq: number, body: SessionEventBody): SessionEvent => ({ sessionId: 's', seq, at: seq, ...body });
const say = (seq: number, text: string, messageId = `m${seq}`): SessionEvent =>
  at(seq, {
    type: 'update',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, messageId },
  });
const started = at(1, { type: 'turn.started', turnId: 't', kind: 'agent' });
const five = reduceEvents(emptySession('s'), [started, say(2, 'a'), say(3, 'b'), say(4, 'c'), say(5, 'd')]);
const travelled = (state: SessionState): SessionState => JSON.parse(JSON.stringify(state));

describe('the replica', () => {
  it('folds the events after its snapshot and passes over those that crossed with it', () => {
    const step = applyEvents(five, [say(5, 'd'), say(6, 'e')]);
    expect(step.status).toBe('applied');
    expect(step.state.items.at(-1)).toMatchObject({ content: [{ text: 'e' }] });
    expect(step.state.items).toHaveLength(5);
    expect(applyEvents(five, [say(4, 'c')]).state).toBe(five);
  });

  it('says that events are missing instead of folding past the gap', () => {
    expect(applyEvents(five, [say(7, 'f')])).toEqual({ status: 'gap', state: five });
    expect(applyEvents(five, [say(6, 'e'), say(8, 'g')])).toEqual({ status: 'gap', state: five });
  });

  it('keeps the references of what a new snapshot tells the same', () => {
    const next = reduceEvents(five, [say(6, '!', 'm5'), at(7, { type: 'todos.set', todos: [] })]);
    const fresh = applySnapshot(five, travelled(next));
    expect(fresh).toEqual(next);
    expect(fresh.items.map((item, index) => item === five.items[index])).toEqual([true, true, true, false]);
    expect(fresh.turn).toBe(five.turn);
    expect(fresh.options).toBe(five.options);
    expect(applySnapshot(five, travelled(five)).items).toBe(five.items);
  });

  it('takes the snapshot of another session as it is', () => {
    const other = emptySession('other');
    expect(applySnapshot(five, other)).toBe(other);
    expect(applySnapshot(undefined, five)).toBe(five);
  });

  it('puts an older page in front of the window without holes or doubles', () => {
    const window = { ...five, items: five.items.slice(2) };
    expect(prependPage(window, five.items.slice(0, 2)).items).toEqual(five.items);
    expect(prependPage(window, five.items.slice(0, 3)).items).toEqual(five.items);
    expect(prependPage(window, five.items.slice(0, 1))).toBe(window);
    expect(prependPage(window, [])).toBe(window);
    expect(prependPage({ ...five, items: [] }, five.items).items).toEqual(five.items);
  });

  it('trims the oldest items but none that is open', () => {
    expect(trimWindow(five, 2).items.map((item) => item.ordinal)).toEqual([2, 3]);
    expect(trimWindow(five, 9)).toBe(five);
    const withTool = reduceEvents(emptySession('s'), [
      started,
      say(2, 'a'),
      at(3, { type: 'update', update: { sessionUpdate: 'tool_call', toolCallId: 'c' } }),
      say(4, 'b'),
      say(5, 'c'),
    ]);
    expect(trimWindow(withTool, 1).items.map((item) => item.ordinal)).toEqual([1, 2, 3]);
  });

  it('holds for a first look only as many items as are not too heavy, and at least the newest', () => {
    const large = reduceEvents(emptySession('s'), [
      started,
      ...Array.from({ length: 100 }, (_, index) => say(index + 2, 'x'.repeat(32_768))),
    ]);
    expect(trimToFirstLook(large).items.map((item) => item.ordinal)).toEqual([93, 94, 95, 96, 97, 98, 99]);
    const huge = reduceEvents(emptySession('s'), [started, say(2, 'a'), say(3, 'x'.repeat(1_000_000))]);
    expect(trimToFirstLook(huge).items).toHaveLength(1);
    expect(trimToFirstLook(five)).toBe(five);
  });
});
