import { describe, expect, it } from 'vitest';
import type { AppError } from '@shared/errors';
import { fatalText } from './fatalText';
import { stringsOf } from './strings';

const where = { home: '/home/me/data', log: '/home/me/data/logs/main.log' };

describe.each(['en', 'zh-CN'] as const)('in %s', (locale) => {
  const say = (error: AppError | null) => fatalText(stringsOf(locale), error, where);

  it.each<[AppError, string[]]>([
    [{ code: 'store.newerSchema', found: 9, supported: 4 }, [where.home, '9', '4']],
    [{ code: 'store.failed', message: 'disk I/O error' }, [where.home, 'disk I/O error']],
    [{ code: 'settings.invalid', path: '/x/settings.json', message: 'EACCES' }, ['/x/settings.json', 'EACCES']],
    [{ code: 'engine.failed', message: 'no memory' }, ['no memory', where.log]],
  ])('%o is told in a sentence with its facts and no code', (error, facts) => {
    for (const fact of facts) expect(say(error)).toContain(fact);
    expect(say(error)).not.toContain(error.code);
    expect(say(error)).not.toMatch(/[{}]/);
  });

  it('an engine that died too often is told with where its log is', () => {
    expect(say(null)).toContain(where.log);
  });

  it('every code has a sentence of its own', () => {
    const { engine, newerSchema, store, settings, other } = stringsOf(locale).fatal;
    expect(new Set([engine, newerSchema, store, settings, other]).size).toBe(5);
  });
});
