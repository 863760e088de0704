import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

const DRIVER = pathToFileURL(join(import.meta.dirname, '../../../node_modules/@photostructure/sqlite/dist/index.mjs'));

/** Of tests: another process that has run `sql` on the file and keeps what it locks, until it is killed; by itself after `lastsMs`. */
export async function fileHolder(path: string, sql: string, lastsMs?: number): Promise<ChildProcess> {
  const script = `
    import { DatabaseSync } from ${JSON.stringify(DRIVER.href)};
    const [path, sql, lasts] = process.argv.slice(1);
    const database = new DatabaseSync(path, {});
    database.exec(sql);
    process.stdout.write('held');
    setInterval(() => database, 1000);
    if (lasts !== '') setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(lasts));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, path, sql, String(lastsMs ?? '')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}
