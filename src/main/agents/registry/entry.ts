import { z } from 'zod';
import { InstallKind, RegistryId } from '@shared/registry';

/*
 * The registry's file, read leniently: an entry that does not fit is left out and the rest stays, and of an entry's
 * distributions those that do not fit (acp.md section 4). What becomes a folder's name, an argument of a package manager or
 * an address is strict, since the file comes from the network.
 */

const Env = z.record(z.string().regex(/^[^=\0]+$/), z.string().max(32_768));
const Args = z.array(z.string().max(4096)).max(100);

/** Never an option (`--x`), never a path or an address: a name and maybe a version. */
const NpmPackage = z.string().regex(/^(@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(@[0-9][\w.+-]*)?$/i);
const PythonPackage = z.string().regex(/^[a-z0-9][\w.-]*(\[[\w,.-]+\])?((==|@)[0-9][\w.+!-]*)?$/i);
/** The name of one of the package's programs. */
const Program = z.string().regex(/^[a-z0-9][\w.-]*$/i);

const packaged = <P extends z.ZodType>(name: P) =>
  z.object({ package: name, cmd: Program.optional(), args: Args.default([]), env: Env.default({}) });

const Binary = z.object({
  archive: z.url().max(4096),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .optional(),
  cmd: z.string().min(1).max(1024),
  args: Args.default([]),
  env: Env.default({}),
});
export type Binary = z.infer<typeof Binary>;

const text = (max: number) => z.string().trim().min(1).max(max);
const link = z.url().max(2048).startsWith('https://').optional().catch(undefined);

const Entry = z.object({
  id: RegistryId,
  name: text(80),
  version: z.string().regex(/^[0-9a-z][\w.+-]{0,63}$/i),
  description: z.string().max(2000).catch(''),
  repository: link,
  website: link,
  license: text(80).optional().catch(undefined),
  distribution: z.object({
    binary: z.record(z.string(), z.unknown()).optional().catch(undefined),
    npx: packaged(NpmPackage).optional().catch(undefined),
    uvx: packaged(PythonPackage).optional().catch(undefined),
  }),
});

export interface RegistryEntry extends Omit<z.infer<typeof Entry>, 'distribution'> {
  /** What can be installed on this platform. */
  npx?: { package: string; cmd?: string; args: string[]; env: Record<string, string> };
  uvx?: { package: string; cmd?: string; args: string[]; env: Record<string, string> };
  binary?: Binary;
}

/** Archives that only an installer of the system can open. */
const INSTALLERS = /\.(dmg|pkg|deb|rpm|msi|appimage)$/i;

/** `linux-x86_64`, as the registry calls platforms. */
export function platformKey(platform: string = process.platform, arch: string = process.arch): string {
  const os = platform === 'win32' ? 'windows' : platform;
  return `${os}-${arch === 'arm64' ? 'aarch64' : arch === 'x64' ? 'x86_64' : arch}`;
}

/** The entries that fit; null where the whole is no registry. */
export function parseRegistry(json: unknown, platform = platformKey()): RegistryEntry[] | null {
  const file = z.object({ agents: z.array(z.unknown()).max(5000) }).safeParse(json);
  if (!file.success) return null;
  const entries = new Map<string, RegistryEntry>();
  for (const raw of file.data.agents) {
    const parsed = Entry.safeParse(raw);
    if (!parsed.success || entries.has(parsed.data.id)) continue;
    const { distribution, ...entry } = parsed.data;
    const binary = Binary.safeParse(distribution.binary?.[platform]);
    const usable = binary.success && isFetchable(binary.data.archive) ? binary.data : undefined;
    entries.set(entry.id, { ...entry, npx: distribution.npx, uvx: distribution.uvx, binary: usable });
  }
  return [...entries.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }));
}

/** Over TLS, or from this machine itself. */
export function isFetchable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname } = new URL(address);
  if (INSTALLERS.test(pathname)) return false;
  return protocol === 'https:' || (protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname));
}

/** The kinds in which the entry can be had here, the preferred first. */
export function kindsOf(entry: RegistryEntry): InstallKind[] {
  return InstallKind.options.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).filter((kind) => entry[kind]);
}
const ORDER: readonly InstallKind[] = ['npx', 'binary', 'uvx'];

/** Whether `version` comes after `than`: by their numbers, part by part; a release comes after what was tried before it. */
export function isNewer(version: string, than: string): boolean {
  return compareVersions(version, than) > 0;
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  const inOrder = (x: string, y: string): number => x.localeCompare(y, 'en', { numeric: true });
  if (a === null || b === null) return inOrder(one, other);
  const length = Math.max(a.numbers.length, b.numbers.length);
  for (let at = 0; at < length; at++) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.stage !== b.stage) return a.stage - b.stage;
  return inOrder(a.rest, b.rest);
}

/** Null where it does not begin with numbers. `stage` is below 0 before a release and above it for one that mends it. */
function partsOf(version: string): { numbers: number[]; stage: number; rest: string } | null {
  // What follows a `+` names a build and orders nothing.
  const match = /^v?(\d+(?:\.\d+)*)([^+]*)/i.exec(version);
  if (match === null) return null;
  const [, core = '', rest = ''] = match;
  const numbers = core.split('.').map(Number);
  const stage = rest === '' ? 0 : /^[.-]?post/i.test(rest) ? 1 : -1;
  return { numbers, stage, rest };
}
