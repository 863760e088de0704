import { constants } from 'node:fs';
import { access, mkdir, open, readFile, realpath, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { z } from 'zod';
import { AppFailure, fail, ok, type Result } from '@shared/errors';
import type { Launch } from './launch';
import { insidePath } from './archivePath';
import { type ProcessKeeping, runTool } from './toolRun';

export interface NpmInstall {
  /** `name@version`. */
  package: string;
  /** Which of its programs; the one of its own name where not told. */
  cmd?: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

export interface NpmOptions {
  npm: string;
  /** The private prefix. */
  folder: string;
  /** Used where npm's own cache cannot be written (root once ran npm: codeg PR #151). */
  privateCache: string;
  /** The person's resolved environment: their registry, proxies and npm settings hold. */
  env: Readonly<Record<string, string>>;
  signal: AbortSignal;
  onLine: (line: string) => void;
}

/** Installs a package into a folder of its own, and answers how it is started. Failures: those of runTool, `install.commandMissing`. */
export async function installNpmPackage(
  given: NpmInstall,
  options: NpmOptions,
  keeping: ProcessKeeping,
): Promise<Result<Launch>> {
  const { npm, folder, env, signal, onLine } = options;
  await mkdir(folder, { recursive: true });
  // Without it npm looks for a project in the folders above.
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const npmRun = { tool: 'npm', program: npm, env, cwd: folder, signal };
  const asked = await runTool({ ...npmRun, args: ['config', 'get', 'cache'], onLine: () => undefined }, keeping);
  if (!asked.ok) return asked;
  const ownCache = (await isWritable(asked.value.trim())) ? [] : ['--cache', options.privateCache];
  const installed = await runTool(
    {
      ...npmRun,
      args: [
        'install',
        '--prefix',
        folder,
        '--global=false',
        '--save-exact',
        // A wrapper without its platform's program would not start.
        '--include=optional',
        '--omit=dev',
        '--no-audit',
        '--no-fund',
        '--no-update-notifier',
        '--loglevel=http',
        ...ownCache,
        '--',
        given.package,
      ],
      onLine,
    },
    keeping,
  );
  if (!installed.ok) return installed;
  try {
    return ok(await launchOf(given, folder));
  } catch (thrown) {
    if (thrown instanceof AppFailure) return fail(thrown.error);
    throw thrown;
  }
}

async function isWritable(cache: string): Promise<boolean> {
  if (cache === '') return true;
  await mkdir(cache, { recursive: true }).catch(() => undefined);
  // Root leaves the parts behind, not the folder itself.
  const parts = [cache, join(cache, '_cacache'), join(cache, '_cacache', 'tmp'), join(cache, '_cacache', 'index-v5')];
  for (const part of parts) {
    const refusal = await access(part, constants.W_OK).catch((error: NodeJS.ErrnoException) => error.code);
    if (refusal !== undefined && refusal !== 'ENOENT') return false;
  }
  return access(cache).then(
    () => true,
    () => false,
  );
}

const Manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

/** Node and the script behind the package's program, or the program itself where it is none: no shim and no npx at run time. */
async function launchOf(given: NpmInstall, folder: string): Promise<Launch> {
  const name = given.package.replace(/(?<=.)@[^@/]*$/, '');
  const own = join(folder, 'node_modules', ...name.split('/'));
  const missing = new AppFailure({ code: 'install.commandMissing', path: given.cmd ?? name });
  const manifest = Manifest.safeParse(JSON.parse(await readFile(join(own, 'package.json'), 'utf8')));
  const bin = manifest.success ? programOf(manifest.data.bin, given.cmd, name) : undefined;
  if (bin === undefined) throw missing;
  const script = await realpath(join(own, insidePath(bin))).catch(() => null);
  if (script === null || !script.startsWith((await realpath(folder)) + sep)) throw missing;
  const flags = await nodeFlags(script);
  const env = { ...given.env };
  if (flags === null) return { command: script, args: [...given.args], env };
  return { command: 'node', args: [...flags, script, ...given.args], env };
}

/** As npx chooses: the only one there is, else the one of the package's own name. */
function programOf(bin: string | Record<string, string>, cmd: string | undefined, name: string): string | undefined {
  if (typeof bin === 'string') return bin;
  if (cmd !== undefined) return bin[cmd];
  const targets = new Set(Object.values(bin));
  return targets.size === 1 ? [...targets][0] : bin[name.split('/').at(-1) ?? name];
}

/** What `#!/usr/bin/env -S node --flag` gives to Node; null where the file is no script of Node's. */
async function nodeFlags(script: string): Promise<string[] | null> {
  const file = await open(script);
  const head = Buffer.alloc(256);
  let length;
  try {
    length = (await file.read(head, 0, head.length, 0)).bytesRead;
  } finally {
    await file.close();
  }
  const first = head.subarray(0, length).toString('latin1').split('\n', 1)[0] ?? '';
  const shebang = /^#!\s*\S*?(?:env\s+(?:-S\s*)?)?node(?:\.exe)?(\s.*)?$/.exec(first.trim());
  if (shebang !== null) return (shebang[1] ?? '').split(/\s+/).filter((flag) => flag.startsWith('-'));
  return /\.[cm]?js$/i.test(script) ? [] : null;
}
