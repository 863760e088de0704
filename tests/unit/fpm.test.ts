import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { controlFile, parseFpmArguments } from '../../scripts/pack/fpm.mjs';
import { isOnPath } from '../../scripts/preflight.mjs';

const fpm = resolve('scripts/pack/fpm.mjs');
let folder: string | undefined;

afterEach(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
});

function controlOf(args: string[], installedKb = 1024) {
  const { options } = parseFpmArguments(args);
  const many = (option: string) => options.get(option) ?? [];
  return controlFile((option) => many(option)[0] ?? '', many, installedKb);
}

describe('the arguments of electron-builder', () => {
  it('keeps every dependency, and one value of each other option', () => {
    const depends = ['-d', 'libgtk-3-0 | libgtk-3-0t64', '-d', 'libnss3', '--deb-recommends', 'git'];
    const { options } = parseFpmArguments(['-t', 'deb', '--force', ...depends, '--debug', '--name', 'signalbox']);
    expect(options.get('-d')).toEqual(['libgtk-3-0 | libgtk-3-0t64', 'libnss3']);
    expect(options.get('--deb-recommends')).toEqual(['git']);
    expect(options.get('--name')).toEqual(['signalbox']);
    expect(options.has('--force') || options.has('--debug')).toBe(false);
  });

  it('reads what is packed where, also from a folder with an equals sign in its name', () => {
    expect(parseFpmArguments(['-t', 'deb', '/a=b/linux-unpacked/=/opt/Signalbox', '/i.png=/usr/i.png']).inputs).toEqual(
      [
        { from: '/a=b/linux-unpacked/', to: '/opt/Signalbox' },
        { from: '/i.png', to: '/usr/i.png' },
      ],
    );
  });
});

describe('the control file', () => {
  it('has the fields that dpkg asks for, each on a line, and none that is empty', () => {
    const named = ['--name', 'signalbox', '--version', '1.2.3', '--architecture', 'amd64', '--maintainer', 'A <a@b.c>'];
    const text = controlOf(
      [...named, '-d', 'libnss3', '-d', 'libgbm1', '--description', 'Many agents\n One place.'],
      7,
    );
    expect(text.split('\n')).toEqual([
      'Package: signalbox',
      'Version: 1.2.3',
      'Architecture: amd64',
      'Maintainer: A <a@b.c>',
      'Installed-Size: 7',
      'Depends: libnss3, libgbm1',
      'Section: devel',
      'Priority: optional',
      'Description: Many agents',
      ' One place.',
      '',
    ]);
  });

  it('writes an empty line of the description as a dot, or the fields after it would be another package', () => {
    expect(controlOf(['--name', 'x', '--description', 'One\n\nTwo'])).toContain('Description: One\n .\n Two\n');
  });
});

describe.runIf(isOnPath('dpkg-deb'))('the package', () => {
  it('holds the files for everyone to read, owned by root, its links as links and its scripts to run', () => {
    folder = mkdtempSync(join(tmpdir(), 'signalbox-fpm-'));
    const app = join(folder, 'app');
    mkdirSync(app);
    writeFileSync(join(app, 'signalbox'), '#!/bin/sh\n');
    chmodSync(join(app, 'signalbox'), 0o700);
    writeFileSync(join(app, 'data.pak'), 'data');
    chmodSync(join(app, 'data.pak'), 0o600);
    symlinkSync('data.pak', join(app, 'link.pak'));
    writeFileSync(join(folder, 'after'), '#!/bin/sh\nexit 0\n');
    const deb = join(folder, 'x.deb');
    const named = ['--name', 'signalbox', '--version', '1.0.0', '--architecture', 'all', '--maintainer', 'A <a@b.c>'];
    const rest = ['--description', 'S\n L', '--after-install', join(folder, 'after'), '--deb-compression', 'gzip'];
    const args = [fpm, '-s', 'dir', '-t', 'deb', ...named, ...rest, '--package', deb, `${app}/=/opt/Signalbox`];
    const made = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(made).toMatchObject({ status: 0, stderr: '' });
    const { stdout } = spawnSync('dpkg-deb', ['-c', deb], { encoding: 'utf8' });
    const rows = stdout.trim().split('\n');
    const modes = Object.fromEntries(rows.map((row) => [row.split(' ./')[1], row.split(/\s+/).slice(0, 2).join(' ')]));
    expect(modes).toEqual({
      '': 'drwxr-xr-x root/root',
      'opt/': 'drwxr-xr-x root/root',
      'opt/Signalbox/': 'drwxr-xr-x root/root',
      'opt/Signalbox/data.pak': '-rw-r--r-- root/root',
      'opt/Signalbox/link.pak -> data.pak': 'lrwxrwxrwx root/root',
      'opt/Signalbox/signalbox': '-rwxr-xr-x root/root',
    });
    expect(spawnSync('dpkg-deb', ['-I', deb, 'postinst'], { encoding: 'utf8' }).stdout).toContain('exit 0');
  });

  it('is refused for another kind of package, with a way out', () => {
    const { status, stderr } = spawnSync(process.execPath, [fpm, '-t', 'rpm'], { encoding: 'utf8' });
    expect(status).not.toBe(0);
    expect(stderr).toContain('fpm is needed for rpm');
  });
});
