#!/usr/bin/env node
// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { preflight } from './preflight.mjs';
import { ensureBuilt, root } from './runtime/build.mjs';
import { runScript } from './runtime/runtimeError.mjs';
import { startVirtualDisplay } from './runtime/virtualDisplay.mjs';

// `npm run screens [NAME…]`: the built app with a scripted agent, in both languages and themes, in three sizes; pictures
// in test-results/screens, and one sheet of four beside each other for each state and size where ImageMagick is there.
// NAME takes only those whose name begins so. What to look for: docs/design.md.

const out = join(root, 'test-results', 'screens');

/**
 * Four pictures of one state and size: languages across, themes down.
 * @param {readonly string[]} only
 */
function sheets(only) {
  if (spawnSync('montage', ['-version']).status !== 0) return 'ImageMagick is not here: pictures only.';
  const names = new Set(
    readdirSync(out).flatMap((file) => /^(?!sheet)(.*)-(?:en|zh-CN)-(?:light|dark)\.png$/.exec(file)?.[1] ?? []),
  );
  const wanted = [...names].filter((name) => only.length === 0 || only.some((part) => name.startsWith(part)));
  for (const name of wanted) {
    const files = ['light', 'dark'].flatMap((theme) =>
      ['en', 'zh-CN'].map((language) => join(out, `${name}-${language}-${theme}.png`)),
    );
    const there = files.filter((file) => existsSync(file));
    spawnSync('montage', [...there, '-tile', '2x', '-geometry', '1280x+8+8', join(out, `sheet-${name}.png`)]);
  }
  return `${wanted.length} sheets in ${out}`;
}

await runScript(async () => {
  const { executable } = await preflight({ display: false });
  ensureBuilt();
  const only = process.argv.slice(2);
  if (only.length === 0) rmSync(out, { recursive: true, force: true });
  const screen = process.platform === 'linux' ? await startVirtualDisplay() : undefined;
  try {
    const child = spawn(
      join(root, 'node_modules', '.bin', 'playwright'),
      ['test', '--project=screens', '--reporter=line'],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          SIGNALBOX_ELECTRON: executable,
          ...(only.length === 0 ? {} : { SCREENS_ONLY: only.join(',') }),
          ...(screen ? { DISPLAY: screen.display } : {}),
          ELECTRON_RUN_AS_NODE: undefined,
          WAYLAND_DISPLAY: undefined,
        },
      },
    );
    const [code] = await once(child, 'exit');
    process.stdout.write(`${sheets(only)}\n`);
    return code === 0 ? 0 : 1;
  } finally {
    await screen?.stop();
  }
});
