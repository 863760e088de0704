import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readAgentMcpFile } from './agentMcpFile';
import { joinAgentMcpList } from './agentMcpList';

describe('AC-24 the servers of an agent’s own file', () => {
  const fileWith = (text: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-mcp-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'mcp.json'), text);
    return join(folder, 'mcp.json');
  };

  it('are named without what may be secret', async () => {
    const file = fileWith(
      JSON.stringify({
        mcpServers: {
          files: { command: 'npx', args: ['-y', 'server', '--token=s3cret'], env: { KEY: 's3cret' } },
          linear: { url: 'https://me:s3cret@mcp.linear.app/sse?key=s3cret', headers: { Authorization: 's3cret' } },
        },
      }),
    );
    const read = await readAgentMcpFile(file, 'project');
    expect(read).toEqual({
      ok: true,
      value: [
        { name: 'files', scope: 'project', detail: 'npx', isRemote: false },
        { name: 'linear', scope: 'project', detail: 'https://mcp.linear.app/sse', isRemote: true },
      ],
    });
    expect(JSON.stringify(read)).not.toContain('s3cret');
  });

  it('are none where there is no file, and an error where it cannot be read', async () => {
    expect(await readAgentMcpFile(join(tmpdir(), 'nowhere', 'mcp.json'), 'user')).toEqual({ ok: true, value: [] });
    expect(await readAgentMcpFile(fileWith('{oops'), 'user')).toMatchObject({
      ok: false,
      error: { code: 'file.failed' },
    });
    expect(await readAgentMcpFile(fileWith('{"mcpServers":[]}'), 'user')).toMatchObject({ ok: false });
  });

  it.each([
    ['a stray word', '{\n  "mcpServers": { "a": { "env": { "KEY": s3cret } } }\n}'],
    ['a cut end', '{"mcpServers":{"a":{"env":{"KEY":"s3cret'],
    ['a text that is no JSON at all', 's3cret'],
    ['a second value', '{}s3cret'],
  ])('tell where %s stands without a word of the file, which holds keys', async (_, text) => {
    const read = await readAgentMcpFile(fileWith(text), 'user');
    expect(read).toMatchObject({ ok: false, error: { code: 'file.failed' } });
    expect(JSON.stringify(read)).toContain('no JSON');
    expect(JSON.stringify(read).replace(/"path":"[^"]*"/, '')).not.toMatch(/s3c|KEY|mcpServers/);
  });

  it('get their state from what the program prints, in its own words', () => {
    const named = ['files', 'linear', 'quiet'].map((name) => ({
      name,
      scope: 'project' as const,
      detail: '',
      isRemote: false,
    }));
    const printed =
      '\u001b[32mfiles\u001b[0m: ready\nlinear: not loaded (needs approval)\nteam: requires authentication\n';
    expect(
      joinAgentMcpList(named, printed).map(({ name, scope, status, told }) => [name, scope, status, told]),
    ).toEqual([
      ['files', 'project', 'ready', 'ready'],
      ['linear', 'project', 'needsApproval', 'not loaded (needs approval)'],
      ['quiet', 'project', 'unknown', null],
      ['team', 'agent', 'needsLogin', 'requires authentication'],
    ]);
    expect(joinAgentMcpList([], 'No MCP servers configured\n')).toEqual([]);
  });
});
