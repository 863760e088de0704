import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { JumpClock } from '../../../../tests/support/engine/jumpClock';
import { RegistryBook } from './registryBook';
import snapshot from './snapshot.json';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-book-')));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('reads its list when somebody asks for it, and not while the engine starts', () => {
  const options = { home, url: 'https://registry.invalid', clock: new JumpClock(), onChange: () => undefined };
  const book = new RegistryBook({ ...options, env: () => Promise.reject(new Error('never asked')) });
  // Had the start read it, what was written since would not be known.
  const [first] = snapshot.agents;
  const registry = { agents: [{ ...first, id: 'kept', name: 'Kept' }] };
  const fetchedAt = Date.parse('2026-10-01');
  writeFileSync(join(home, 'registry.json'), JSON.stringify({ fetchedAt, registry }));
  expect(book.entries.map(({ id }) => id)).toEqual(['kept']);
  expect(book.state.shown).toEqual({ from: 'network', at: fetchedAt });
});
