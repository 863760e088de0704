import { stripVTControlCharacters } from 'node:util';
import type { AgentMcpServer, AgentMcpStatus } from '@shared/agentMcp';
import type { NamedServer } from './agentMcpFile';

/**
 * What `agent mcp list` prints, one `NAME: STATE` a line, joined with what the files name. The words of a state are the
 * program's and may change: they are shown as they are, and only sorted by what they seem to mean.
 */
export function joinAgentMcpList(named: readonly NamedServer[], printed: string): AgentMcpServer[] {
  const told = new Map(linesOf(printed));
  const servers = named.map((server): AgentMcpServer => {
    const words = told.get(server.name) ?? null;
    return { ...server, told: words, status: words === null ? 'unknown' : statusOf(words) };
  });
  const known = new Set(named.map(({ name }) => name));
  for (const [name, words] of told) {
    if (known.has(name)) continue;
    servers.push({ name, scope: 'agent', detail: '', isRemote: false, told: words, status: statusOf(words) });
  }
  return servers;
}

function linesOf(printed: string): [string, string][] {
  return stripVTControlCharacters(printed)
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [, name, words] = /^[\s•*-]*([^\s:][^:]{0,99}?)\s*:\s+(\S.*?)\s*$/.exec(line) ?? [];
      return name === undefined || words === undefined ? [] : [[name, words]];
    });
}

const MEANINGS: readonly [RegExp, AgentMcpStatus][] = [
  [/approv|not loaded|untrusted/i, 'needsApproval'],
  [/auth|log ?in|sign ?in/i, 'needsLogin'],
  [/disabled/i, 'disabled'],
  [/error|fail|timed? ?out|refused/i, 'failed'],
  [/ready|connected|enabled|loaded|\bok\b/i, 'ready'],
];

const statusOf = (words: string): AgentMcpStatus => MEANINGS.find(([pattern]) => pattern.test(words))?.[1] ?? 'unknown';
