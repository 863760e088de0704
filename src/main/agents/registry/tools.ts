import type { InstallKind, InstallWay } from '@shared/registry';
import { resolveCommand } from '../environment';
import { kindsOf, type RegistryEntry } from './entry';

/** The programs that installing and starting packages needs, where they are on the person's own search path. */
export interface Tools {
  node: string | undefined;
  npm: string | undefined;
  uvx: string | undefined;
}

export function findTools(env: Readonly<Record<string, string>>): Tools {
  return { node: resolveCommand('node', env), npm: resolveCommand('npm', env), uvx: resolveCommand('uvx', env) };
}

function missingFor(kind: InstallKind, tools: Tools): InstallWay['missing'] {
  if (kind === 'uvx') return tools.uvx === undefined ? 'uv' : null;
  if (kind === 'binary') return null;
  if (tools.node === undefined) return 'node';
  return tools.npm === undefined ? 'npm' : null;
}

/** What lacks nothing comes first: an archive is offered where Node is not there. */
export function waysOf(entry: RegistryEntry, tools: Tools): InstallWay[] {
  const checksum = entry.binary?.sha256 !== undefined;
  const ways = kindsOf(entry).map((kind) => ({
    kind,
    missing: missingFor(kind, tools),
    checksum: kind === 'binary' && checksum,
  }));
  return ways.toSorted((a, b) => Number(a.missing !== null) - Number(b.missing !== null));
}
