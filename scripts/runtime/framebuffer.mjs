// @ts-check
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

// Xvfb keeps its screen in a file of the XWD format (-fbdir). Reading it gives a picture of the app exactly as a person
// starts it: no debugging port, no driver, no program to install.

/** @typedef {{ width: number, height: number, rgb: Buffer }} Picture `rgb`: three bytes a pixel, rows without padding */

/** @param {string} file @returns {Picture} the whole screen */
export function readFramebuffer(file) {
  const data = readFileSync(file);
  const field = (/** @type {number} */ index) => data.readUInt32BE(index * 4);
  const [headerSize, width, height, bytesPerPixel, stride, colours] = [0, 4, 5, 11, 12, 19].map(field);
  const start = (headerSize ?? 0) + (colours ?? 0) * 12;
  if (bytesPerPixel !== 32 || !width || !height || !stride) throw new Error('the framebuffer is not 32 bits a pixel');
  const littleEndian = field(7) === 0;
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0, out = 0; y < height; y++) {
    for (let x = 0; x < width; x++, out += 3) {
      const at = start + y * stride + x * 4;
      rgb[out] = data[at + (littleEndian ? 2 : 1)] ?? 0;
      rgb[out + 1] = data[at + (littleEndian ? 1 : 2)] ?? 0;
      rgb[out + 2] = data[at + (littleEndian ? 0 : 3)] ?? 0;
    }
  }
  return { width, height, rgb };
}

/**
 * The part of the screen that windows cover (the empty screen is black), or undefined while nothing is shown.
 * @param {Picture} screen @returns {Picture | undefined}
 */
export function cropToWindow({ width, height, rgb }) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      if (rgb[at] === 0 && rgb[at + 1] === 0 && rgb[at + 2] === 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (right < 0) return undefined;
  const cut = Buffer.alloc((right - left + 1) * (bottom - top + 1) * 3);
  const rowBytes = (right - left + 1) * 3;
  for (let y = top; y <= bottom; y++) {
    const from = (y * width + left) * 3;
    rgb.copy(cut, (y - top) * rowBytes, from, from + rowBytes);
  }
  return { width: right - left + 1, height: bottom - top + 1, rgb: cut };
}

/** @param {Picture} before @param {Picture} after @returns {number} the part of the pixels that differ, 0 to 1 */
export function difference(before, after) {
  if (before.width !== after.width || before.height !== after.height) return 1;
  let changed = 0;
  for (let at = 0; at < before.rgb.length; at += 3) {
    if (before.rgb.compare(after.rgb, at, at + 3, at, at + 3) !== 0) changed++;
  }
  return changed / (before.width * before.height);
}

/** How many different colours a picture has, counted up to 64: an unpainted window has one. @param {Picture} picture */
export function colourCount({ rgb }) {
  const seen = new Set();
  for (let at = 0; at < rgb.length && seen.size < 64; at += 3) seen.add(rgb.readUIntBE(at, 3));
  return seen.size;
}

/** @param {Picture} picture @returns {Buffer} */
export function encodePng({ width, height, rgb }) {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) rgb.copy(rows, y * (width * 3 + 1) + 1, y * width * 3, (y + 1) * width * 3);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
