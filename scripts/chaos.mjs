#!/usr/bin/env node
// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { preflight } from './preflight.mjs';
import { ensureBuilt, root } from './runtime/build.mjs';
import { runScript } from './runtime/runtimeError.mjs';
import { startVirtualDisplay } from './runtime/virtualDisplay.mjs';

// `npm run chaos [-- --rounds N] [-- --seed N]`: the built app in a real window with scripted agents, while agents, page,
// engine and app are killed at moments that the seed gives, and the disk is filled (tests/chaos). After each round the
// store is compared with what agents were told and with what the person was told. Ends with 1 where anything was lost,
// and says with which seed and in which round.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string' } } });

await runScript(async () => {
  const { executable } = await preflight({ display: false });
  ensureBuilt();
  const screen = process.platform === 'linux' ? await startVirtualDisplay() : undefined;
  try {
    const child = spawn(
      join(root, 'node_modules', '.bin', 'playwright'),
      ['test', '--project=chaos', '--reporter=line'],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          SIGNALBOX_ELECTRON: executable,
          CHAOS_ROUNDS: values.rounds,
          ...(values.seed === undefined ? {} : { CHAOS_SEED: values.seed }),
          ...(screen ? { DISPLAY: screen.display } : {}),
          ELECTRON_RUN_AS_NODE: undefined,
          WAYLAND_DISPLAY: undefined,
        },
      },
    );
    const [code] = await once(child, 'exit');
    return code === 0 ? 0 : 1;
  } finally {
    await screen?.stop();
  }
});
