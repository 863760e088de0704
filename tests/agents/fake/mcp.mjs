import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { record } from './record.mjs';

/** `agent mcp …` as Cursor has it: lists the servers of its files, and keeps what was approved. Ends the process. */
export function runMcp(/** @type {string[]} */ [action, name]) {
  record({ event: 'mcp', what: [action, name].filter(Boolean).join(' ') });
  const file = `${process.env.FAKE_AGENT_STATE}.mcp.json`;
  /** @type {Record<string, string>} */
  const states = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const names = [process.cwd(), process.env.HOME || homedir()].flatMap((folder) => {
    const path = join(folder, '.cursor', 'mcp.json');
    return existsSync(path) ? Object.keys(JSON.parse(readFileSync(path, 'utf8')).mcpServers) : [];
  });
  if (action === 'list') {
    for (const one of new Set(names)) process.stdout.write(`${one}: ${states[one] ?? 'not loaded (needs approval)'}\n`);
    if (names.length === 0) process.stdout.write('No MCP servers configured\n');
    process.exit(0);
  }
  if (name === 'broken') {
    // A program that quotes the server's environment, where there is one to quote.
    const quoted = process.env.FAKE_MCP_SAYS === undefined ? '' : ` (${process.env.FAKE_MCP_SAYS})`;
    process.stderr.write(`Error: the server did not answer${quoted}\n`);
    process.exit(1);
  }
  states[name] =
    action === 'disable'
      ? 'disabled'
      : action === 'login'
        ? 'ready'
        : name === 'linear'
          ? 'requires authentication'
          : 'ready';
  writeFileSync(file, JSON.stringify(states));
  process.exit(0);
}
