import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentEnvironment, resolveCommand, searchedFolders, wellKnownBinFolders } from './environment';

let home: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-home-')));
  for (const folder of ['.local/bin', '.nvm/versions/node/v9.1.0/bin', '.nvm/versions/node/v20.2.0/bin', 'dir/agent']) {
    mkdirSync(join(home, folder), { recursive: true });
  }
  writeFileSync(join(home, '.local/bin/agent'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(home, 'dir/plain'), 'text', { mode: 0o644 });
  symlinkSync(join(home, '.local/bin/agent'), join(home, 'dir/linked'));
});

afterAll(() => rmSync(home, { recursive: true }));

describe('the environment of an agent', () => {
  it('leaves out what npm, Electron, AppImage and Signalbox set, and keeps the rest', () => {
    const env = agentEnvironment(
      {
        HOME: home,
        PATH: '/usr/bin',
        LANG: 'C',
        NPM_TOKEN: 'own',
        npm_config_cache: 'x',
        npm_package_name: 'x',
        INIT_CWD: '/x',
        ELECTRON_RUN_AS_NODE: '1',
        CHROME_DESKTOP: 'signalbox.desktop',
        CHROME_BIN: '/usr/bin/chromium',
        NODE_OPTIONS: '--require /app/electron/hook.js',
        XDG_CURRENT_DESKTOP: 'Unity',
        ORIGINAL_XDG_CURRENT_DESKTOP: 'GNOME',
        SIGNALBOX_HOME: '/profile',
        SIGNALBOX_RUN: 'outer',
        GONE: undefined,
      },
      { TOKEN: 't', LANG: 'de', EMPTY: '' },
      'run-1',
    );
    expect({ ...env, PATH: '' }).toEqual({
      HOME: home,
      PATH: '',
      LANG: 'de',
      NPM_TOKEN: 'own',
      CHROME_BIN: '/usr/bin/chromium',
      XDG_CURRENT_DESKTOP: 'GNOME',
      TOKEN: 't',
      EMPTY: '',
      SIGNALBOX_RUN: 'run-1',
    });
    expect(agentEnvironment({ NODE_OPTIONS: '--max-old-space-size=8' }, {}, 'r')).toHaveProperty('NODE_OPTIONS');
  });

  it("takes AppImage's folders out of the search paths and drops lists that held nothing else", () => {
    const env = agentEnvironment(
      {
        HOME: home,
        APPDIR: '/tmp/.mount_S',
        APPIMAGE: '/x.AppImage',
        ARGV0: 'x',
        OWD: '/',
        PATH: '/tmp/.mount_S:/tmp/.mount_S/usr/bin:/usr/bin:/tmp/.mount_Sx/bin',
        LD_LIBRARY_PATH: '/tmp/.mount_S/usr/lib:',
        XDG_DATA_DIRS: '/tmp/.mount_S/usr/share:/usr/share',
      },
      {},
      'r',
    );
    expect(Object.keys(env).toSorted()).toEqual(['HOME', 'PATH', 'SIGNALBOX_RUN', 'XDG_DATA_DIRS']);
    expect(env['PATH']).toMatch(/^\/usr\/bin:\/tmp\/\.mount_Sx\/bin:/);
    expect(env['XDG_DATA_DIRS']).toBe('/usr/share');
  });

  it("does not hand on the tools of Signalbox's own packages when npm started it", () => {
    const PATH = '/app/node_modules/.bin:/node_modules/.bin:/npm/node-gyp-bin:/usr/bin';
    const started = agentEnvironment({ HOME: home, PATH, npm_lifecycle_event: 'start' }, {}, 'r');
    expect(started['PATH']?.startsWith('/usr/bin:')).toBe(true);
    expect(agentEnvironment({ HOME: home, PATH }, {}, 'r')['PATH']?.startsWith(PATH)).toBe(true);
  });

  it('appends the well-known folders that exist, newest Node first, without repeating or reordering', () => {
    const nvm = join(home, '.nvm/versions/node');
    const PATH = `/usr/bin:${join(nvm, 'v9.1.0/bin')}/:/bin`;
    const path = agentEnvironment({ HOME: home, PATH }, {}, 'r')['PATH'] ?? '';
    expect(path.startsWith(`${PATH}:${join(home, '.local/bin')}:`)).toBe(true);
    expect(path.split(':').filter((entry) => entry.startsWith(nvm))).toEqual([
      `${join(nvm, 'v9.1.0/bin')}/`,
      join(nvm, 'v20.2.0/bin'),
    ]);
    expect(wellKnownBinFolders({ HOME: home }).filter((entry) => entry.startsWith(nvm))).toEqual([
      join(nvm, 'v20.2.0/bin'),
      join(nvm, 'v9.1.0/bin'),
    ]);
  });
});

describe('finding a command', () => {
  it('looks into a folder once, however often the PATH names it', () => {
    expect(searchedFolders(['/a', '/b', '', '/a'].join(delimiter))).toEqual(['/a', '/b']);
    expect(searchedFolders(undefined)).toEqual([]);
  });

  it('looks names up in the PATH it is given and nowhere else', () => {
    const PATH = `/none::${join(home, 'dir')}:${join(home, '.local/bin')}`;
    // `dir/agent` is a folder, so the search goes on.
    expect(resolveCommand('agent', { PATH })).toBe(join(home, '.local/bin/agent'));
    expect(resolveCommand('linked', { PATH })).toBe(join(home, 'dir/linked'));
    expect(resolveCommand('plain', { PATH })).toBeUndefined();
    expect(resolveCommand('sh', { PATH })).toBeUndefined();
    expect(resolveCommand('agent', {})).toBeUndefined();
    expect(resolveCommand('', { PATH })).toBeUndefined();
    expect(resolveCommand('agent\0', { PATH })).toBeUndefined();
  });

  it('takes paths from the root, from the home folder and from the working folder', () => {
    const agent = join(home, '.local/bin/agent');
    expect(resolveCommand(agent, {})).toBe(agent);
    expect(resolveCommand('~/.local/bin/agent', { HOME: home })).toBe(agent);
    expect(resolveCommand('./bin/agent', {}, join(home, '.local'))).toBe(agent);
    expect(resolveCommand('bin/agent', {}, join(home, '.local'))).toBe(agent);
    expect(resolveCommand('/no/such/agent', {})).toBeUndefined();
  });
});
