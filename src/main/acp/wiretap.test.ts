import { describe, expect, it } from 'vitest';
import { REDACTED } from '@shared/redactText';
import { hideSecrets } from './redact';
import { Wiretap } from './wiretap';

const clock = { now: () => 5 };
const line = (message: object): [string, object] => [JSON.stringify(message), message];

describe('the wiretap', () => {
  it('shows direction, kind, method and id, and pairs answers with requests of the other side', () => {
    const tap = new Wiretap(clock);
    tap.record('toAgent', ...line({ id: 0, method: 'session/prompt', params: {} }));
    tap.record('fromAgent', ...line({ id: 0, method: 'session/request_permission', params: {} }));
    tap.record('fromAgent', ...line({ method: 'session/update', params: {} }));
    tap.note('noise', 'a banner');
    tap.record('toAgent', ...line({ id: 0, result: {} }));
    tap.record('fromAgent', ...line({ id: 0, error: { code: -32603, message: 'no' } }));
    tap.note('stderr', 'a warning');
    const shown = tap
      .frames()
      .map(({ index, direction, kind, method, id, pair }) => [index, direction, kind, method, id, pair]);
    expect(shown).toEqual([
      [1, 'toAgent', 'request', 'session/prompt', '0', 6],
      [2, 'fromAgent', 'request', 'session/request_permission', '0', 5],
      [3, 'fromAgent', 'notification', 'session/update', null, null],
      [4, 'fromAgent', 'noise', null, null, null],
      [5, 'toAgent', 'response', null, '0', 2],
      [6, 'fromAgent', 'error', null, '0', 1],
      [7, 'fromAgent', 'stderr', null, null, null],
    ]);
    expect(tap.frames()[0]).toMatchObject({ at: 5, bytes: 46 });
  });

  it('keeps the last 2,000 frames', () => {
    const tap = new Wiretap(clock);
    for (let index = 0; index < 5_000; index += 1) tap.record('fromAgent', ...line({ method: `m/${index}` }));
    const frames = tap.frames();
    expect(frames).toHaveLength(2_000);
    expect(frames[0]).toMatchObject({ index: 3_001, method: 'm/3000' });
    expect(frames.at(-1)).toMatchObject({ index: 5_000, method: 'm/4999' });
  });

  it('keeps at most 8 MB, and cuts a long frame with its size, method and id kept', () => {
    const tap = new Wiretap(clock);
    for (let index = 0; index < 300; index += 1) {
      tap.record('fromAgent', ...line({ id: index, result: { text: 'ü'.repeat(100_000) } }));
    }
    const frames = tap.frames();
    expect(frames.length).toBe(128);
    expect(frames.at(-1)).toMatchObject({ kind: 'response', id: '299', bytes: 200_031 });
    expect(frames.at(-1)?.text.length).toBe(65_536);
  });

  it('tells watchers every frame until they leave, an answer with its request', () => {
    const tap = new Wiretap(clock);
    tap.record('toAgent', ...line({ id: 4, method: 'session/list', params: {} }));
    const seen: unknown[] = [];
    const leave = tap.subscribe((frame) => seen.push([frame.index, frame.kind, frame.pair]));
    tap.record('fromAgent', ...line({ method: 'session/update' }));
    tap.record('fromAgent', ...line({ id: 4, result: {} }));
    leave();
    tap.record('fromAgent', ...line({ method: 'session/update' }));
    expect(seen).toEqual([
      [2, 'notification', null],
      [3, 'response', 1],
    ]);
  });

  it('shows no secret, neither in messages nor in noise', () => {
    const tap = new Wiretap(clock);
    const secret = 'hunter2hunter2';
    tap.record(
      'toAgent',
      ...line({ id: 1, method: 'session/new', params: { mcpServers: [{ env: [{ name: 'X', value: secret }] }] } }),
    );
    tap.note('stderr', `API_KEY=${secret} is used`);
    const text = tap
      .frames()
      .map((frame) => frame.text)
      .join('\n');
    expect(text).not.toContain(secret);
    expect(text).toContain(REDACTED);
  });

  it('shows no secret of a frame that is cut: not an environment’s, not a known one, not one at the cut', () => {
    const known = 'plain words of mine';
    const tap = new Wiretap(clock, (text) => hideSecrets(text, [known]));
    const env = [{ name: 'X', value: 'hunter2hunter2' }];
    tap.record(
      'toAgent',
      ...line({ id: 1, method: 'session/new', params: { mcpServers: [{ env }], more: 'x'.repeat(100_000) } }),
    );
    const before = '{"method":"m","params":{"text":"'.length;
    tap.record(
      'fromAgent',
      ...line({ method: 'm', params: { text: `${'x'.repeat(65_536 - before - 8)}${known}${'y'.repeat(9_000)}` } }),
    );
    tap.note('stderr', `${'x'.repeat(65_530)} ${known} ${'y'.repeat(9_000)}`);
    const frames = tap.frames();
    expect(frames.map(({ text }) => text.length)).toEqual([65_536, 65_536, 65_536]);
    expect(frames[0]?.text).toContain(REDACTED);
    for (const { text } of frames) expect(text).not.toMatch(/hunter2|plain/);
    expect(frames[0]).toMatchObject({ method: 'session/new', id: '1' });
  });
});
