import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentProbe } from '@shared/ipc/views';
import type { AgentConfig } from '@shared/settings';
import { agentStamp, ProbeFile } from './probeFile';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-probe-')));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const open = (): ProbeFile => ProbeFile.open(home, (error) => expect.unreachable(String(error)));
const probe: AgentProbe = {
  version: '1.0',
  title: 'X',
  protocolVersion: 1,
  capabilities: {
    loadSession: true,
    resume: false,
    list: false,
    close: false,
    remove: false,
    image: true,
    audio: false,
    embeddedContext: false,
    mcpHttp: false,
    mcpSse: false,
    signOut: false,
  },
  authMethods: [{ id: 'login', name: 'Log in', type: 'agent' }],
};
const config: AgentConfig = {
  id: 'x',
  name: 'X',
  command: 'x',
  args: [],
  env: { TOKEN: 'hidden-value' },
  secretEnv: [],
  adapter: 'generic',
};

describe('what agents told', () => {
  it('is there after a restart, for the same program and configuration only', async () => {
    const program = join(home, 'x');
    writeFileSync(program, '1');
    const stamp = agentStamp(config, program);
    const file = open();
    file.tell('x', stamp, { probe, lastError: null, signInNeeded: true });
    await file.written();
    expect(open().told('x', stamp)).toEqual({ probe, lastError: null, signInNeeded: true });
    // The name is only what people call it.
    expect(agentStamp({ ...config, name: 'Other' }, program)).toBe(stamp);
    expect(open().told('x', agentStamp({ ...config, args: ['--acp'] }, program))).toBeNull();
    writeFileSync(program, 'an update');
    expect(open().told('x', agentStamp(config, program))).toBeNull();
    expect(readFileSync(join(home, 'agents-probe.json'), 'utf8')).not.toContain('hidden-value');
  });

  it('keeps errors that say something of the program, with their last lines, and no others', async () => {
    const file = open();
    const stderrTail = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
    const exited = { code: 'agent.exited', exitCode: 1, signal: null, stderrTail } as const;
    file.tell('x', 's', { probe: null, lastError: exited, signInNeeded: false });
    file.tell('y', 's', { probe, lastError: { code: 'store.failed', message: 'disk' }, signInNeeded: false });
    await file.written();
    const kept = open().told('x', 's')?.lastError;
    expect(kept).toMatchObject({ code: 'agent.exited', stderrTail: expect.stringMatching(/^line 80\n.*line 99$/s) });
    expect(open().told('y', 's')).toEqual({ probe, lastError: null, signInNeeded: false });
  });

  it('is begun anew where the file cannot be read', () => {
    writeFileSync(join(home, 'agents-probe.json'), '{"agents": 5, "versions": {"s": "2026.10.01-abcdef0"}}');
    expect(open().told('x', 's')).toBeNull();
    expect(open().get('s')).toBe('2026.10.01-abcdef0');
    writeFileSync(join(home, 'agents-probe.json'), '{');
    expect(open().get('s')).toBeUndefined();
  });
});
