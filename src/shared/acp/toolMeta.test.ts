import { describe, expect, it } from 'vitest';
import { mergedMeta } from './toolMeta';

const printed = (data: string, id = 't') => ({ terminal_output: { terminal_id: id, data } });

describe('_meta of a tool call that is updated', () => {
  it('keeps what a later update does not give, and goes on printing', () => {
    const info = { terminal_info: { cwd: '/w' } };
    const all = [{}, printed('a\n'), printed('a\n'), { terminal_exit: { exit_code: 0 } }].reduce<unknown>(
      mergedMeta,
      info,
    );
    expect(all).toEqual({ ...info, ...printed('a\na\n'), terminal_exit: { exit_code: 0 } });
  });

  it('begins anew with another terminal, and takes what is no output as it comes', () => {
    expect(mergedMeta(printed('a'), printed('b', 'u'))).toEqual(printed('b', 'u'));
    expect(mergedMeta({ a: { b: 1 } }, { a: { c: 2 } })).toEqual({ a: { c: 2 } });
    expect(mergedMeta(undefined, { a: 1 })).toEqual({ a: 1 });
  });

  it('keeps the end of a long one, whole characters of it, and says that it is cut', () => {
    const long = mergedMeta(printed('😀'.repeat(40_000)), printed('!'));
    expect(long).toMatchObject({ terminal_output: { truncated: true, data: `${'😀'.repeat(16_383)}!` } });
  });
});
