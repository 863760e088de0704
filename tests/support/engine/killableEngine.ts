import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { EngineMessage } from '@shared/ipc/wire';
import { eventually, isAlive } from '../../agents/processHelpers';
import { bundle } from './bundle';
import { Page } from './page';
import { PageEnd } from './ports';
import type { TestProfile } from './testEngine';

interface Sent {
  page?: EngineMessage;
  started?: true;
}

/** The bundled engine in a process of its own, with a page; `kill` is kill -9. */
export interface KillableEngine {
  page: Page;
  pid: number;
  kill(): Promise<void>;
}

export async function killableEngine(profile: TestProfile): Promise<KillableEngine> {
  const program = await bundle('tests/support/engine/engineProgram.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(profile.startOptions())], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // So that bytes cross as they are.
    serialization: 'advanced',
  });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(async () => {
    await kill();
    await eventually('its guard has ended its agents', () => profile.pids().every((pid) => !isAlive(pid)));
  });
  await new Promise<void>((started, failed) => {
    child.on('message', ({ started: isStarted }: Sent) => isStarted === true && started());
    child.once('exit', (code) => failed(new Error(`the engine ended with ${code}`)));
  });
  const page = new Page(pageEnd(child));
  await page.list.until('its snapshot', () => true);
  await page.app.until('its snapshot', () => true);
  return { page, pid: child.pid ?? 0, kill };
}

function pageEnd(child: ChildProcess): PageEnd {
  return new PageEnd({
    // A page that speaks to a dead engine is not heard, and that is all.
    post: (message) => void (child.connected && child.send(message, () => undefined)),
    onMessage: (listen) => void child.on('message', ({ page }: Sent) => page !== undefined && listen(page)),
    onClose: (listen) => void child.on('disconnect', listen),
    start: () => undefined,
    close: () => undefined,
  });
}
