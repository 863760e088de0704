import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { wallClock } from '../../../tests/agents/processHelpers';
import { hideSecrets } from '../acp/redact';
import { AgentMcp } from './agentMcp';
import type { CatalogEntry } from './catalog';
import { BriefRuns } from './discovery/briefRuns';
import type { Guard } from './guard';
import { StartLease } from './startLease';

const guard: Guard = { pid: undefined, add() {}, remove() {}, close: () => Promise.resolve() };
const SECRET = 'typed-secret-4711';
const entry: CatalogEntry = {
  config: { id: 'cursor', name: 'Cursor', command: 'x', args: [], env: {}, secretEnv: [], adapter: 'cursor' },
  origin: 'catalog',
  changed: false,
};

/** `mcp list` and `mcp enable` as the script says, of a project whose file names one server. */
function agentMcp(script: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-mcp-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, '.cursor'));
  writeFileSync(join(folder, '.cursor/mcp.json'), '{"mcpServers":{"files":{"command":"npx"}}}');
  const program = join(folder, 'agent.js');
  writeFileSync(program, script);
  const mcp = new AgentMcp({
    clock: wallClock,
    runs: new BriefRuns(wallClock, guard),
    lease: new StartLease(),
    program: async () => ({
      runId: 'r',
      command: process.execPath,
      args: [program, 'acp'],
      env: { HOME: folder, SECRET },
      missing: null,
      hide: (text) => hideSecrets(text, [SECRET]),
      takeLease: () => Promise.resolve(() => undefined),
    }),
  });
  return { mcp, folder };
}

describe('what `agent mcp` prints', () => {
  it('reaches the page without secrets: states, names and errors', async () => {
    const { mcp, folder } = agentMcp(`
      const secret = process.env.SECRET;
      if (process.argv.includes('list')) {
        console.log('files: failed with \\u001b[31m' + secret + '\\u001b[0m');
        console.log('team ' + secret + ': ready');
      } else {
        console.error('refused: ' + secret + ' ' + 'x'.repeat(1990));
        process.exit(1);
      }
    `);
    const listed = await mcp.list(entry, folder);
    expect(listed.ok && listed.value.servers.map(({ name, told }) => [name, told])).toEqual([
      ['files', 'failed with [redacted]'],
      ['team [redacted]', 'ready'],
    ]);
    const done = await mcp.act(entry, folder, 'files', 'enable');
    expect(done).toMatchObject({ ok: false, error: { code: 'agent.mcpFailed' } });
    // The cut goes through the secret.
    expect(JSON.stringify(done)).not.toContain('4711');
  });
});
