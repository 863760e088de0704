import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { z } from 'zod';
import { firstLine } from './processHelpers';

export interface Owner {
  child: ChildProcess;
  guard: number;
  pids: number[];
}

/** write-file-atomic is CommonJS and reads __filename, which electron-vite defines in the same way. */
const SHIM = "import { fileURLToPath } from 'node:url'; const __filename = fileURLToPath(import.meta.url);";

let ownerProgram: Promise<string> | undefined;

/** Starts guardOwner as a program of its own, so that it can be killed; bundled first, since Node runs no TypeScript here. */
export async function startOwner(folder: string, args: readonly string[]): Promise<Owner> {
  ownerProgram ??= bundleOwner(folder);
  const child = spawn(process.execPath, [await ownerProgram, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: unknown = JSON.parse(await firstLine(child.stdout));
  const { guard, pids } = z.object({ guard: z.number(), pids: z.array(z.number()) }).parse(said);
  return { child, guard, pids };
}

async function bundleOwner(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': resolve('src/shared') } },
    ssr: { noExternal: true },
    build: {
      ssr: resolve('tests/agents/guardOwner.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20.18',
      rollupOptions: { output: { entryFileNames: 'guardOwner.mjs', banner: SHIM } },
    },
  });
  return join(folder, 'guardOwner.mjs');
}
