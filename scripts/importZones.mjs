#!/usr/bin/env node
// @ts-check
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

// Imports point one way only (docs/ARCHITECTURE.md). The linter's own rule sees an import as it is written, where
// '../store/x' means another folder in every file; so this resolves each one and looks at where it really lands.

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const LEAF_FEATURES = ['markdown', 'diffs', 'terminals', 'todos', 'requests'];

/** Folder -> the folders of src that it may import beside itself, and whether Node, Electron and packages are allowed. */
const ZONES = [
  { zone: 'src/shared', may: [], packages: ['zod'] },
  { zone: 'src/main/store', may: ['src/shared'] },
  { zone: 'src/main/projects', may: ['src/shared', 'src/main/store'] },
  { zone: 'src/main/acp', may: ['src/shared'] },
  { zone: 'src/main/agents', may: ['src/shared', 'src/main/acp'] },
  {
    zone: 'src/main/sessions',
    may: ['src/shared', 'src/main/store', 'src/main/projects', 'src/main/acp', 'src/main/agents'],
  },
  {
    zone: 'src/main/ipc',
    may: ['src/shared', 'src/main/store', 'src/main/projects', 'src/main/acp', 'src/main/agents', 'src/main/sessions'],
  },
  { zone: 'src/main/app', may: ['src/shared'], electron: true },
  // The engine's composition root: everything of src/main but app.
  {
    zone: 'src/main',
    may: ['src/shared', ...['store', 'projects', 'acp', 'agents', 'sessions', 'ipc'].map((name) => `src/main/${name}`)],
  },
  { zone: 'src/preload', may: ['src/shared'], packages: ['electron'], electron: true },
  { zone: 'src/renderer', may: ['src/shared'], noNode: true },
];

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** @param {string} text @returns {string[]} the specifiers of every static and dynamic import */
export function importsOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
}

/** @param {string} path @param {string} folder */
function isIn(path, folder) {
  return path === folder || path.startsWith(`${folder}/`);
}

/** @param {string} path @returns {string | undefined} */
function featureOf(path) {
  return /^src\/renderer\/features\/([^/]+)/.exec(path)?.[1];
}

/**
 * Why `file` may not import `specifier`, or undefined when it may.
 * @param {string} file relative to the root, with forward slashes @param {string} specifier
 */
export function refusal(file, specifier) {
  const zone = ZONES.find((candidate) => isIn(file, candidate.zone));
  if (!zone) return undefined;
  const target = targetOf(file, specifier);
  if (target === undefined) return packageRefusal(zone, specifier);
  if (!isIn(target, zone.zone) && !zone.may.some((folder) => isIn(target, folder))) {
    return `${zone.zone} may import ${[zone.zone, ...zone.may].join(', ')} only`;
  }
  // A folder of src/main that has a zone of its own is not part of the zone around it.
  if (zone.zone === 'src/main' && isIn(target, 'src/main/app')) return 'the engine may not import src/main/app';
  return rendererRefusal(file, target);
}

/** @param {string} file @param {string} specifier @returns {string | undefined} undefined for a package */
function targetOf(file, specifier) {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('@shared/')) return `src/shared/${bare.slice('@shared/'.length)}`;
  if (!bare.startsWith('.')) return undefined;
  return join(dirname(file), bare).split(sep).join('/');
}

/** @param {{ zone: string, packages?: string[], electron?: boolean, noNode?: boolean }} zone @param {string} specifier */
function packageRefusal(zone, specifier) {
  if (zone.packages) {
    const allowed = zone.packages.some((name) => isIn(specifier, name));
    return allowed ? undefined : `${zone.zone} may import ${zone.packages.join(', ')} only, no other package`;
  }
  if (isIn(specifier, 'electron') && !zone.electron) return `${zone.zone} may not import electron`;
  if (zone.noNode && specifier.startsWith('node:')) return `${zone.zone} has no Node`;
  return undefined;
}

/** @param {string} file @param {string} target */
function rendererRefusal(file, target) {
  const to = featureOf(target);
  const from = featureOf(file);
  if (to === undefined) {
    return from !== undefined && /^src\/renderer\/App(\.tsx)?$/.test(target)
      ? 'App knows the features, not they it'
      : undefined;
  }
  if (from === to || (from !== undefined && LEAF_FEATURES.includes(to))) return undefined;
  if (from !== undefined) return `features import no other feature but ${LEAF_FEATURES.join(', ')}`;
  const below = ['stores', 'ui', 'i18n'].find((name) => isIn(file, `src/renderer/${name}`));
  return below ? `src/renderer/${below} may not import features` : undefined;
}

/** @param {string} folder @returns {string[]} */
function sources(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    );
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const faults = sources(join(root, 'src')).flatMap((file) =>
    importsOf(readFileSync(join(root, file), 'utf8')).flatMap((specifier) => {
      const why = refusal(file, specifier);
      return why ? [`${file}: imports '${specifier}': ${why}`] : [];
    }),
  );
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
