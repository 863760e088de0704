import { describe, expect, it } from 'vitest';
import { exitReason } from './exitReason';

describe('why an agent ended', () => {
  it.each([
    "/usr/bin/env: 'node': No such file or directory\n",
    '/usr/bin/env: ‘node’: No such file or directory',
    'env: node: No such file or directory',
    "env: can't execute 'node': No such file or directory",
    '/home/me/bin/agent: line 3: node: command not found',
    'sh: 1: exec: node: not found',
  ])('is that node is missing, where the launcher says so: %s', (stderrTail) => {
    expect(exitReason({ exitCode: 127, signal: null, stderrTail })).toEqual({ code: 'agent.nodeMissing', stderrTail });
  });

  it('is the exit itself where something else is missing, or node itself gave the code', () => {
    const other = '/home/me/.nvm/versions/node/v20/bin/agent: line 3: rg: command not found';
    expect(exitReason({ exitCode: 127, signal: null, stderrTail: other }).code).toBe('agent.exited');
    expect(exitReason({ exitCode: 1, signal: null, stderrTail: 'env: node: No such file' }).code).toBe('agent.exited');
  });
});
