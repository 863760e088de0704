import { readFileSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';

const Place = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(480).max(20_000),
  height: z.number().int().min(320).max(20_000),
  maximized: z.boolean(),
});
export type Place = z.infer<typeof Place>;

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
    const place = Place.parse(JSON.parse(readFileSync(file, 'utf8')));
    return isShown(place, displays) ? place : { width: place.width, height: place.height, maximized: place.maximized };
  } catch {
    // Missing at the first start, and not worth a word where it was damaged.
    return DEFAULT;
  }
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
