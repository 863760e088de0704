import { describe, expect, it } from 'vitest';
import type { SessionUpdate } from '@shared/acp/update';
import { EarlyUpdates } from './earlyUpdates';

const said = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});

describe('AC-37: updates that come too early', () => {
  it('are given in their order to the session that they are for', () => {
    const early = new EarlyUpdates();
    early.push('a', said('1'));
    early.push('b', said('2'));
    early.push('a', said('3'));
    expect(early.take('a')).toEqual([said('1'), said('3')]);
    expect(early.take('a')).toEqual([]);
    expect(early.take('b')).toEqual([said('2')]);
    expect(early.bytes).toBe(0);
  });

  it('are at most a thousand, the newest', () => {
    const early = new EarlyUpdates();
    for (let index = 0; index < 1500; index += 1) early.push('a', said(String(index)));
    const held = early.take('a');
    expect(held).toHaveLength(1000);
    expect(held[0]).toEqual(said('500'));
  });

  it('are at most 8 MB, the newest, and one that is larger by itself is not held', () => {
    const early = new EarlyUpdates();
    const large = 'x'.repeat(1024 * 1024);
    for (let index = 0; index < 20; index += 1) early.push('a', said(`${index}${large}`));
    expect(early.bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(early.take('a')).toEqual([17, 18, 19].map((index) => said(`${index}${large}`)));
    early.push('a', said(large.repeat(5)));
    expect(early.bytes).toBe(0);
  });

  it('of a session that was let go are dropped, until it is expected again', () => {
    const early = new EarlyUpdates();
    early.push('a', said('before'));
    early.push('b', said('other'));
    early.drop('a');
    early.push('a', said('after'));
    expect(early.take('a')).toEqual([]);
    early.push('a', said('again'));
    expect(early.take('a')).toEqual([said('again')]);
    expect(early.take('b')).toEqual([said('other')]);
  });
});
