import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../scripts/runtime/cacheFolder.mjs';
import { withCacheLock } from '../../../scripts/runtime/cacheLock.mjs';

/**
 * Answers the folder with the programs of an npm package (`name@version`), installed once into the user's cache: with npm
 * itself, so that the person's registry, proxy and token apply; in a temporary folder and renamed into place, so that an
 * interrupted install leaves nothing half made; under a lock, so that two at once install once.
 */
export async function installAgent(spec: string): Promise<string> {
  const agents = join(cacheFolder(), 'agents');
  // A scope's slash would nest the folders.
  const folder = join(agents, spec.replace('/', '+'));
  if (!existsSync(folder)) {
    await withCacheLock(agents, async (temp) => {
      if (existsSync(folder)) return;
      const made = join(temp, 'agent');
      mkdirSync(made);
      await npmInstall(spec, made);
      renameSync(made, folder);
    });
  }
  return join(folder, 'node_modules', '.bin');
}

function npmInstall(spec: string, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel', 'error', spec];
    const npm = spawn('npm', args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
    let stderr = '';
    npm.stderr.on('data', (chunk) => {
      stderr = (stderr + String(chunk)).slice(-4000);
    });
    // A test that runs out of time must not leave npm installing behind it.
    const kill = () => npm.kill();
    process.once('exit', kill);
    npm.once('error', reject);
    npm.once('close', (code, signal) => {
      process.off('exit', kill);
      if (code === 0) resolve();
      else reject(new Error(`${spec} could not be installed from the registry (npm: ${signal ?? code}):\n${stderr}`));
    });
  });
}
