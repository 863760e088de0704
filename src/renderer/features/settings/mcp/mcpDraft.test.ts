import { describe, expect, it } from 'vitest';
import { checkMcpDraft, EMPTY_MCP_DRAFT, mcpDraftOf } from './mcpDraft';

const pair = (name: string, value: string, secret = false) => ({ name, value, secret });
const files = { ...EMPTY_MCP_DRAFT, name: 'Files', command: 'node', args: ['server.js'] };
const issues = { ...EMPTY_MCP_DRAFT, name: 'Issues', kind: 'http' as const, url: ' https://mcp.example.com/v1 ' };

describe('an MCP server that is being written', () => {
  it('becomes one of its kind, with an id made of its name', () => {
    const { config } = checkMcpDraft({ ...files, pairs: [pair('A', '1'), pair('TOKEN', 't', true), pair('', '')] }, []);
    expect(config).toEqual({
      id: 'files',
      name: 'Files',
      kind: 'stdio',
      enabled: true,
      agents: null,
      command: 'node',
      args: ['server.js'],
      env: { A: '1', TOKEN: 't' },
      secretEnv: ['TOKEN'],
    });
    expect(checkMcpDraft({ ...files, name: 'Files!' }, config === null ? [] : [config]).config?.id).toBe('files-2');
    expect(checkMcpDraft({ ...files, name: '文件' }, []).config?.id).toBe('server');
    expect(checkMcpDraft(issues, []).config).toMatchObject({ kind: 'http', url: 'https://mcp.example.com/v1' });
  });

  it('says what is missing or wrong, field by field', () => {
    expect(checkMcpDraft(EMPTY_MCP_DRAFT, []).faults).toEqual({ name: 'errorName', command: 'errorCommand' });
    const pairs = [pair('X Team', 'a'), pair('Accept', '1'), pair('accept', '2'), pair('B', 'a\nb')];
    expect(checkMcpDraft({ ...issues, url: 'file:///etc/passwd', pairs, agents: [] }, []).faults).toEqual({
      url: 'errorUrl',
      agents: 'errorNoAgent',
      'pair.0': 'errorHeader',
      'pair.2': 'errorTwice',
      'pair.3': 'errorHeaderValue',
    });
    const { config } = checkMcpDraft(files, []);
    expect(checkMcpDraft(files, config === null ? [] : [config]).faults).toEqual({ name: 'errorNameTaken' });
    expect(checkMcpDraft({ ...files, pairs: [pair('A', '1'), pair('a', '2'), pair('=', '')] }, []).faults).toEqual({
      'pair.2': 'errorVariable',
    });
  });

  it('comes back the same, and its secrets without their values', () => {
    const { config } = checkMcpDraft(
      { ...issues, pairs: [pair('X-Team', 'a'), pair('Authorization', 'Bearer x', true)] },
      [],
    );
    expect(config).toMatchObject({ secretHeaders: ['Authorization'] });
    if (config?.kind !== 'http') throw new Error('not saved');
    const kept = { ...config, headers: { 'X-Team': 'a' } };
    const draft = mcpDraftOf({ config: kept, secrets: { Authorization: 'keychain' } });
    expect(draft.pairs).toEqual([
      pair('X-Team', 'a'),
      { name: 'Authorization', value: '', secret: true, place: 'keychain' },
    ]);
    expect(checkMcpDraft(draft, []).config).toEqual({ ...kept, headers: { 'X-Team': 'a', Authorization: '' } });
  });
});
