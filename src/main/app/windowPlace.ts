import { readFileSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import { fieldsOf, optionalNumber } from '@shared/acp/lenient';

export interface Place {
  x?: number;
  y?: number;
  width: number;
  height: number;
  maximized: boolean;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const DEFAULT: Place = { width: 1280, height: 820, maximized: false };

/** Where the window stood last. A place that no display shows any more (a screen was unplugged) loses its position. */
export function readPlace(file: string, displays: readonly Area[]): Place {
  try {
    const place = placeOf(JSON.parse(readFileSync(file, 'utf8')));
    if (place === null) return DEFAULT;
    return isShown(place, displays) ? place : { width: place.width, height: place.height, maximized: place.maximized };
  } catch {
    // Missing at the first start, and not worth a word where it was damaged.
    return DEFAULT;
  }
}

/** By hand: a schema of zod's would bring all of zod into main, before its window. */
function placeOf(value: unknown): Place | null {
  const { maximized, ...numbers } = fieldsOf(value);
  const width = whole(numbers['width'], 480, 20_000);
  const height = whole(numbers['height'], 320, 20_000);
  if (width === undefined || height === undefined || typeof maximized !== 'boolean') return null;
  const [x, y] = [numbers['x'], numbers['y']].map((side) => whole(side, -1_000_000, 1_000_000));
  return { width, height, maximized, ...(x === undefined || y === undefined ? {} : { x, y }) };
}

function whole(value: unknown, least: number, most: number): number | undefined {
  const number = optionalNumber(value);
  return number !== undefined && Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}

export async function writePlace(file: string, place: Place): Promise<void> {
  await writeFileAtomic(file, JSON.stringify(place));
}

/** At least 80 by 40 pixels of the window's title must lie on a display, so that it can be dragged. */
function isShown(place: Place, displays: readonly Area[]): boolean {
  const { x, y } = place;
  if (x === undefined || y === undefined) return false;
  return displays.some((area) => {
    const overlap = Math.min(x + place.width, area.x + area.width) - Math.max(x, area.x);
    return overlap >= 80 && y >= area.y - 8 && y <= area.y + area.height - 40;
  });
}
