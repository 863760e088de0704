import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  checkNode,
  electronFlags,
  finishInterruptedInstallation,
  hasDisplay,
  installCommands,
} from '../../scripts/preflight.mjs';
import { colourCount, cropToWindow, difference } from '../../scripts/runtime/framebuffer.mjs';
import { startVirtualDisplay } from '../../scripts/runtime/virtualDisplay.mjs';

describe('preflight', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.21.0'])('accepts Node %s', (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });

  it.each(['18.20.0', '20.18.3'])('refuses Node %s and says which it needs', (version) => {
    expect(() => checkNode(version)).toThrow(/needs Node 20\.19 or newer/);
  });

  it('names the exact Debian packages of missing libraries, each once', () => {
    expect(installCommands('apt', ['xvfb', 'fonts.cjk'], ['libnss3.so', 'libsmime3.so', 'libgtk-3.so.0'])).toEqual([
      ['apt-get', 'update'],
      ['apt-get', 'install', '-y', '--no-install-recommends', 'libnss3', 'libgtk-3-0', 'xvfb', 'fonts-noto-cjk'],
    ]);
  });

  it('installs the whole set when a library is one that it does not know', () => {
    expect(installCommands('apt', [], ['libnew.so.1'])[1]).toContain('libgbm1');
  });

  it('speaks the package manager of the system', () => {
    expect(installCommands('dnf', ['git'], [])).toEqual([['dnf', 'install', '-y', 'git']]);
    expect(installCommands('pacman', ['xvfb'], [])[0]).toContain('xorg-server-xvfb');
  });

  it.runIf(process.getuid?.() === 0).each([
    ['finishes an installation that was interrupted', 'git is not configured', ['--audit', '--configure -a']],
    ['leaves the packages alone where all are set up', '', ['--audit']],
  ])('%s', (_name, audit, asked) => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-dpkg-'));
    try {
      const lines = ['#!/bin/sh', `echo "$*" >> '${folder}/asked'`, `printf %s '${audit}'`];
      writeFileSync(join(folder, 'dpkg'), lines.join('\n'));
      chmodSync(join(folder, 'dpkg'), 0o755);
      vi.stubEnv('PATH', folder);
      finishInterruptedInstallation();
      expect(readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')).toEqual(asked);
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('sees a display in X11 and in Wayland, and always outside Linux', () => {
    expect(hasDisplay({}, 'linux')).toBe(false);
    expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
    expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
    expect(hasDisplay({}, 'darwin')).toBe(true);
  });

  it('gives up the sandbox for root on Linux, where Chromium would not start with it', () => {
    expect(electronFlags('linux', 0)).toContain('--no-sandbox');
    expect(electronFlags('darwin', 0)).toEqual([]);
  });
});

describe('the picture of the virtual screen', () => {
  const screen = (width: number, height: number, lit: number[]) => {
    const rgb = Buffer.alloc(width * height * 3);
    for (const pixel of lit) rgb.fill(200, pixel * 3, pixel * 3 + 3);
    return { width, height, rgb };
  };

  it('is cut to what is not black', () => {
    expect(cropToWindow(screen(4, 4, [5, 10]))).toMatchObject({ width: 2, height: 2 });
  });

  it('is nothing while no window is there', () => {
    expect(cropToWindow(screen(4, 4, []))).toBeUndefined();
  });

  it('tells how much of it changed and how many colours it has', () => {
    expect(difference(screen(2, 2, [0]), screen(2, 2, [0, 1]))).toBe(0.25);
    expect(difference(screen(2, 2, []), screen(3, 2, []))).toBe(1);
    expect(colourCount(screen(2, 2, [0]))).toBe(2);
  });
});

describe.runIf(process.platform === 'linux')('the virtual display', () => {
  it('gives two at once different numbers, and ends', async () => {
    const [first, second] = await Promise.all([startVirtualDisplay(), startVirtualDisplay()]);
    expect(first.display).toMatch(/^:\d+$/);
    expect(second.display).not.toBe(first.display);
    await Promise.all([first.stop(), second.stop()]);
  });
});
