import { deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

const WIDTH = 480;
const HEIGHT = 270;
const HORIZON = 186;

/** A signal box at dusk, drawn pixel by pixel: a PNG of some kilobytes, made here so that nothing must be bundled. */
export function signalBoxPicture(): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const at = y * (1 + WIDTH * 3) + 1 + x * 3;
      rows.set(pixel(x, y), at);
    }
  }
  return png(rows);
}

function pixel(x: number, y: number): Colour {
  return lamps(x, y) ?? hut(x, y) ?? post(x, y) ?? (y < HORIZON ? sky(x, y) : ground(x, y));
}

function sky(x: number, y: number): Colour {
  const sun = Math.hypot(x - 350, y - 168);
  if (sun < 26) return [255, 214, 150];
  const star = (x * x * 31 + y * y * 17 + x * y * 7) % 971 === 0 && y < 90;
  if (star) return [226, 230, 246];
  // Bands of four pixels keep the sky calm and the file small.
  const low = Math.floor(y / 4) / (HORIZON / 4);
  return [Math.round(38 + 190 * low), Math.round(48 + 84 * low), Math.round(92 + 14 * low)];
}

function ground(x: number, y: number): Colour {
  const depth = (y - HORIZON) / (HEIGHT - HORIZON);
  const middle = 180 + 40 * depth;
  const gauge = 8 + 92 * depth;
  const fromMiddle = Math.abs(x - middle);
  if (Math.abs(fromMiddle - gauge) < 1 + 3 * depth) return [196, 178, 168];
  const sleeper = Math.floor(40 / (depth + 0.16)) % 4 < 2;
  if (fromMiddle < gauge * 1.35 && sleeper) return [74, 58, 56];
  return depth < 0.05 ? [62, 62, 60] : [48, 52, 50];
}

function hut(x: number, y: number): Colour | undefined {
  if (x < 40 || x > 150 || y < 70 || y > HORIZON + 6) return undefined;
  const roof = y < 92;
  if (roof) return x >= 40 + (92 - y) / 2 && x <= 150 - (92 - y) / 2 ? [58, 40, 44] : undefined;
  if (x < 48 || x > 142) return undefined;
  const isWindow = y > 98 && y < 130 && (x - 48) % 24 > 3 && (x - 48) % 24 < 21;
  if (isWindow) return [255, 205, 118];
  return y < 134 ? [120, 72, 58] : y % 9 < 1 ? [84, 48, 44] : [104, 58, 50];
}

function post(x: number, y: number): Colour | undefined {
  const onPole = Math.abs(x - 408) < 3 && y > 60 && y < HORIZON + 30;
  const onHead = Math.abs(x - 408) < 15 && y > 44 && y < 130;
  return onPole || onHead ? [26, 28, 34] : undefined;
}

function lamps(x: number, y: number): Colour | undefined {
  const lit = Math.hypot(x - 408, y - 112);
  if (lit < 9) return [92, 214, 130];
  if (Math.hypot(x - 408, y - 62) < 9) return [92, 34, 36];
  if (Math.hypot(x - 408, y - 87) < 9) return [96, 74, 30];
  return undefined;
}

function png(rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // 8 bits a channel, RGB, the only compression and filter methods, not interlaced (PNG specification, 11.2.2).
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** CRC-32 as PNG wants it; zlib.crc32 came with a later Node than the oldest runtime that we start in. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
