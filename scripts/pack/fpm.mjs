#!/usr/bin/env node
// @ts-check
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { RuntimeError, runScript } from '../runtime/runtimeError.mjs';

// electron-builder makes a .deb by calling fpm, which it downloads. Debian's own dpkg-deb does the same from the same
// arguments, so this stands in for fpm (CUSTOM_FPM_PATH) and needs no download. It knows the arguments that
// electron-builder gives for a .deb, and no others.

const REPEATED = new Set(['-d', '--deb-recommends']);
const SWITCHES = new Set(['--force', '--debug']);

/**
 * @param {string[]} args
 * @returns {{ options: Map<string, string[]>, inputs: { from: string, to: string }[] }}
 */
export function parseFpmArguments(args) {
  /** @type {Map<string, string[]>} */
  const options = new Map();
  const inputs = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (SWITCHES.has(arg)) continue;
    if (!arg.startsWith('-')) {
      const at = arg.lastIndexOf('=');
      inputs.push({ from: arg.slice(0, at), to: arg.slice(at + 1) });
      continue;
    }
    const value = args[++i] ?? '';
    options.set(arg, REPEATED.has(arg) ? [...(options.get(arg) ?? []), value] : [value]);
  }
  return { options, inputs };
}

/**
 * The text of DEBIAN/control.
 * @param {(option: string) => string} one @param {(option: string) => string[]} many @param {number} installedKb
 */
export function controlFile(one, many, installedKb) {
  const [synopsis = '', ...rest] = one('--description')
    .split('\n')
    .map((line) => line.trim());
  // Continuation lines begin with a space; an empty one is a dot.
  const description = [synopsis, ...rest.map((line) => ` ${line || '.'}`)].join('\n');
  const fields = [
    ['Package', one('--name')],
    ['Version', one('--version')],
    ['Architecture', one('--architecture')],
    ['Maintainer', one('--maintainer')],
    ['Installed-Size', String(installedKb)],
    ['Depends', many('-d').join(', ')],
    ['Recommends', many('--deb-recommends').join(', ')],
    ['Section', one('--category') || 'devel'],
    ['Priority', one('--deb-priority') || 'optional'],
    ['Homepage', one('--url')],
    ['Description', description],
  ];
  return fields.flatMap(([name, value]) => (value ? [`${name}: ${value}\n`] : [])).join('');
}

/** @param {string} folder @returns {number} bytes of the files below */
function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}

/** Debian wants folders that anyone can enter and files that anyone can read, whatever this machine's umask says. @param {string} folder */
function openUp(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openUp(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o111 ? 0o755 : 0o644);
  }
}

/** @param {string[]} args */
function makeDeb(args) {
  const { options, inputs } = parseFpmArguments(args);
  const many = (/** @type {string} */ option) => options.get(option) ?? [];
  const one = (/** @type {string} */ option) => many(option)[0] ?? '';
  if (one('-t') !== 'deb') {
    throw new RuntimeError(
      `fpm is needed for ${one('-t')}: install it and set USE_SYSTEM_FPM=true, or pack elsewhere.`,
    );
  }
  const tree = mkdtempSync(join(tmpdir(), 'signalbox-deb-'));
  try {
    for (const { from, to } of inputs) {
      const target = join(tree, relative('/', to));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(from, target, { recursive: true, verbatimSymlinks: true });
    }
    openUp(tree);
    const control = join(tree, 'DEBIAN');
    const installedKb = Math.ceil(sizeOf(tree) / 1024);
    mkdirSync(control);
    writeFileSync(join(control, 'control'), controlFile(one, many, installedKb));
    const scripts = { '--after-install': 'postinst', '--after-remove': 'postrm' };
    for (const [option, name] of Object.entries(scripts)) {
      if (!one(option)) continue;
      cpSync(one(option), join(control, name));
      chmodSync(join(control, name), 0o755);
    }
    const compression = `-Z${one('--deb-compression') || 'xz'}`;
    const build = ['--root-owner-group', compression, '--build', tree, one('--package')];
    const { status, error } = spawnSync('dpkg-deb', build, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new RuntimeError(`dpkg-deb could not make the package: ${error?.message ?? status}`);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

if (process.argv[1] && basename(process.argv[1]) === 'fpm.mjs') {
  await runScript(async () => makeDeb(process.argv.slice(2)));
}
