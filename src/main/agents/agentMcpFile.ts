import { readFile, stat } from 'node:fs/promises';
import type { AgentMcpServer } from '@shared/agentMcp';
import { fieldsOf, isRecord, optionalString } from '@shared/acp/lenient';
import { AppFailure, fail, ok, type Result } from '@shared/errors';

const MAX_BYTES = 1024 * 1024;

export type NamedServer = Pick<AgentMcpServer, 'name' | 'scope' | 'detail' | 'isRemote'>;

/** The servers that a `mcp.json` names; none where it is not there. Arguments and headers may be secret and are left out. */
export async function readAgentMcpFile(file: string, scope: 'project' | 'user'): Promise<Result<NamedServer[]>> {
  let text = '';
  try {
    if ((await stat(file)).size > MAX_BYTES)
      throw new AppFailure({ code: 'file.failed', path: file, message: 'too large' });
    text = await readFile(file, 'utf8');
    const { mcpServers } = fieldsOf(JSON.parse(text));
    if (mcpServers !== undefined && !isRecord(mcpServers)) {
      return fail({ code: 'file.failed', path: file, message: '"mcpServers" is no object' });
    }
    return ok(Object.entries(mcpServers ?? {}).map(([name, value]) => ({ name, scope, ...placeOf(value) })));
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return ok([]);
    if (thrown instanceof AppFailure) return fail(thrown.error);
    // What the parser says quotes the file, which holds keys; where it is wrong is all that may be told.
    if (thrown instanceof SyntaxError) return fail({ code: 'file.failed', path: file, message: placeIn(thrown, text) });
    return fail({
      code: 'file.failed',
      path: file,
      message: thrown instanceof Error ? thrown.message : String(thrown),
    });
  }
}

function placeIn({ message }: SyntaxError, text: string): string {
  const position = /\bat position (\d+)/.exec(message)?.[1];
  if (position === undefined) return 'no JSON';
  const before = text.slice(0, Number(position)).split('\n');
  return `no JSON (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`;
}

function placeOf(value: unknown): { detail: string; isRemote: boolean } {
  const fields = fieldsOf(value);
  const url = optionalString(fields['url']) ?? optionalString(fields['serverUrl']);
  if (url !== undefined) return { detail: withoutSecrets(url), isRemote: true };
  return { detail: optionalString(fields['command']) ?? '', isRemote: false };
}

/** An address may carry a password or a key. */
function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return '';
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}
