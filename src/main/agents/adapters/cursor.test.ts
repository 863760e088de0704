import { describe, expect, it } from 'vitest';
import type { ToolCallContent } from '@shared/acp/content';
import type { SessionUpdate } from '@shared/acp/update';
import { cursor } from './cursor';
import { generic } from './generic';
import { adapterOf } from './table';

const update = (...content: ToolCallContent[]): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: 't',
  content,
});
const diff = (oldText: string | null, newText: string): ToolCallContent => ({
  type: 'diff',
  path: '/a',
  oldText,
  newText,
});

describe('Cursor’s dialect', () => {
  it('of a new file is read without the markers of its patch', () => {
    expect(cursor.normalizeUpdate(update(diff('-- /dev/null', '++ b/x\nhi')))).toEqual(update(diff(null, 'hi')));
    expect(cursor.normalizeUpdate(update(diff('-- /dev/null\n', '++ b/x')))).toEqual(update(diff(null, '')));
  });

  it('is left alone where a real text looks like it', () => {
    const edits = update(diff('a\n-- /dev/null', '++ b/x\nhi'), diff('-- /dev/null', 'no marker'));
    expect(cursor.normalizeUpdate(edits)).toEqual(
      update(diff('a\n-- /dev/null', '++ b/x\nhi'), diff(null, 'no marker')),
    );
  });

  it('gives the same update back where nothing is to be done', () => {
    const same = update(diff('one', 'two'));
    expect(cursor.normalizeUpdate(same)).toBe(same);
    const text: SessionUpdate = {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: '-- /dev/null' },
    };
    expect(cursor.normalizeUpdate(text)).toBe(text);
  });
});

describe('Cursor’s other subcommands', () => {
  const login = (...args: string[]): readonly string[] => cursor.signIn.terminalArgs(args);

  it('get the endpoint and TLS options of its start, and none that are for sessions', () => {
    const options = ['-e', 'https://api.example', '-k', '--add-dir', '/x', '--worktree', 'wt', '--force', 'fix it'];
    expect(login(...options, 'acp')).toEqual(['-e', 'https://api.example', '-k', 'login']);
    expect(cursor.mcpArgs?.([...options, 'acp'], ['list'])).toEqual(['-e', 'https://api.example', '-k', 'mcp', 'list']);
    expect(login('--endpoint=https://api.example', 'acp')).toEqual(['--endpoint=https://api.example', 'login']);
    expect(login('--add-dir', '-k', '--worktree', '-e', 'acp')).toEqual(['login']);
    expect(login('--add-dir', '/code/cursor-agent', '--worktree', 'agent', 'acp')).toEqual(['login']);
    expect(login('--worktree', '-k', 'acp')).toEqual(['-k', 'login']);
    expect(login('--worktree', 'acp', 'acp')).toEqual(['login']);
  });

  it('keep what starts the program itself', () => {
    expect(login('C:\\v\\index.js', '--worktree', 'wt', '-k', 'acp')).toEqual(['C:\\v\\index.js', '-k', 'login']);
    expect(login('--use-system-ca', '/v/index.js', 'acp')).toEqual(['--use-system-ca', '/v/index.js', 'login']);
    expect(login('-e', 'cursor-agent', '-k', 'acp')).toEqual(['-e', 'cursor-agent', '-k', 'login']);
    expect(login('-y', 'cursor-agent', '--force', 'acp')).toEqual(['-y', 'cursor-agent', 'login']);
  });

  it('lose no argument where it is started without acp', () => {
    expect(login('-e', 'https://api.example')).toEqual(['-e', 'https://api.example', 'login']);
    expect(login('/v/index.js')).toEqual(['/v/index.js', 'login']);
    expect(login()).toEqual(['login']);
    expect(cursor.mcpArgs?.(['-k'], ['list'])).toEqual(['-k', 'mcp', 'list']);
  });
});

describe('an adapter', () => {
  it('never declares more than the protocol’s own', () => {
    for (const id of ['cursor', 'claude', 'codex', 'gemini', 'opencode', 'copilot', 'generic', 'demo'] as const) {
      const { capabilities, id: name } = adapterOf(id);
      expect(name).toBe(id);
      expect(generic.capabilities).toMatchObject({ elicitation: capabilities.elicitation ?? {} });
    }
  });

  it('of Gemini offers no files', () => {
    expect(adapterOf('gemini').capabilities.fs).toEqual({ readTextFile: false, writeTextFile: false });
  });
});
