import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cursorAccount, sameCursorModel } from './cursorModels';

describe('a model that was chosen earlier', () => {
  it.each([
    ['is itself', 'composer-2.5', ['composer-2.5', 'gpt'], 'composer-2.5'],
    ['is the bare id where parameters are apart now', 'composer-2.5[fast=true]', ['composer-2.5'], 'composer-2.5'],
    [
      'is the variant of the same speed',
      'composer[fast=true]',
      ['composer[fast=false]', 'composer[fast=true,effort=high]'],
      'composer[fast=true,effort=high]',
    ],
    [
      'is never a fast one that was not chosen',
      'composer',
      ['composer[fast=true]', 'composer[fast=false]'],
      'composer[fast=false]',
    ],
    ['is gone where only a fast one is left', 'composer', ['composer[fast=true]'], null],
    ['is gone', 'old-model', ['composer'], null],
  ])('%s', (_, wanted, offered, expected) => {
    expect(sameCursorModel(wanted, offered)).toBe(expected);
  });
});

describe('the account of Cursor', () => {
  it('changes with who is signed in and with the key, not with the chosen model', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-account-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const write = (config: unknown) => writeFileSync(join(folder, 'cli-config.json'), JSON.stringify(config));
    const account = (more: Record<string, string> = {}) => cursorAccount({ CURSOR_CONFIG_DIR: folder, ...more });
    const nobody = await account();
    write({ model: 'a', authInfo: { email: 'me@example.com' } });
    const me = await account();
    write({ model: 'b', authInfo: { email: 'me@example.com' } });
    expect(await account()).toBe(me);
    write({ model: 'b', authInfo: { email: 'you@example.com' } });
    const seen = [nobody, me, await account(), await account({ CURSOR_API_KEY: 'k' })];
    expect(new Set(seen).size).toBe(4);
  });
});
