#!/usr/bin/env node
// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { electronFlags, hasDisplay, preflight } from './preflight.mjs';
import { root } from './runtime/build.mjs';
import { RuntimeError, runScript } from './runtime/runtimeError.mjs';
import { startVirtualDisplay } from './runtime/virtualDisplay.mjs';

// `node scripts/icons.mjs` draws build/icons/*.png, .ico and .icns anew from the two SVG files beside them, in the
// Electron that is there anyway. The results are committed, so that packing needs no screen.

const FOLDER = join(root, 'build', 'icons');
const SMALL = [16, 24, 32];
const LARGE = [48, 64, 128, 256, 512, 1024];
const ICO = [16, 24, 32, 48, 64, 128, 256];
/** The types that an .icns may hold as PNG -> pixels. */
const ICNS = {
  icp4: 16,
  icp5: 32,
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
};

const PAINTER = `
const { app, BrowserWindow } = require('electron');
const fs = require('node:fs');
const jobs = JSON.parse(process.env.SIGNALBOX_ICON_JOBS);
app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false });
  await window.loadURL('data:text/html,');
  for (const { svg, size, file } of jobs) {
    const url = 'data:image/svg+xml;base64,' + fs.readFileSync(svg).toString('base64');
    const png = await window.webContents.executeJavaScript(\`(async () => {
      const image = new Image();
      image.width = image.height = \${size};
      image.src = '\${url}';
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = \${size};
      canvas.getContext('2d').drawImage(image, 0, 0, \${size}, \${size});
      return canvas.toDataURL('image/png');
    })()\`);
    fs.writeFileSync(file, Buffer.from(png.split(',')[1], 'base64'));
  }
  app.exit(0);
}).catch((error) => { console.error(error); app.exit(1); });
`;

/** @param {number} size */
const pngFile = (size) => join(FOLDER, `${size}x${size}.png`);

/** @param {string} executable @param {NodeJS.ProcessEnv} env */
async function paint(executable, env) {
  const app = mkdtempSync(join(tmpdir(), 'signalbox-icons-'));
  try {
    writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'icons', main: 'main.cjs' }));
    writeFileSync(join(app, 'main.cjs'), PAINTER);
    const jobs = [
      ...SMALL.map((size) => ({ svg: join(FOLDER, 'icon-small.svg'), size, file: pngFile(size) })),
      ...LARGE.map((size) => ({ svg: join(FOLDER, 'icon.svg'), size, file: pngFile(size) })),
    ];
    const child = spawn(executable, [...electronFlags(), '--log-level=3', app], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, SIGNALBOX_ICON_JOBS: JSON.stringify(jobs) },
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new RuntimeError(`The icons could not be drawn: Electron ended with ${code}.`);
  } finally {
    rmSync(app, { recursive: true, force: true });
  }
}

/** @returns {Buffer} a Windows icon that holds PNG files */
function ico() {
  const images = ICO.map((size) => ({ size, data: readFileSync(pngFile(size)) }));
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, data }, index) => {
    const at = 6 + 16 * index;
    // 256 is written as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(data.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += data.length;
  });
  return Buffer.concat([head, ...images.map((image) => image.data)]);
}

/** @returns {Buffer} a macOS icon that holds PNG files */
function icns() {
  const parts = Object.entries(ICNS).map(([type, size]) => {
    const data = readFileSync(pngFile(size));
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(data.length + 8, 4);
    return Buffer.concat([head, data]);
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

await runScript(async () => {
  const display = hasDisplay();
  const { executable } = await preflight({ display });
  const screen = display ? undefined : await startVirtualDisplay();
  try {
    await paint(executable, screen ? { DISPLAY: screen.display } : {});
  } finally {
    await screen?.stop();
  }
  writeFileSync(join(FOLDER, 'icon.ico'), ico());
  writeFileSync(join(FOLDER, 'icon.icns'), icns());
  process.stdout.write(`Icons drawn in ${FOLDER}\n`);
});
