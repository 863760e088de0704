/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** How well one colour can be read on the other, as WCAG 2 reckons it: 1 to 21. Ordinary text needs 4.5. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As `color-mix(in srgb, one share, other)` has it. */
export const mixed = (one: Rgb, share: number, other: Rgb): Rgb => [
  one[0] * share + other[0] * (1 - share),
  one[1] * share + other[1] * (1 - share),
  one[2] * share + other[2] * (1 - share),
];

const LEAST = 4.5;
const STEP = 0.05;
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** The colour as it is where it can be read on the ground, else so much lighter or darker that it can. */
export function readable(colour: Rgb, ground: Rgb): Rgb {
  const towards = contrast(WHITE, ground) > contrast(BLACK, ground) ? WHITE : BLACK;
  for (let share = 0; share < 1; share += STEP) {
    // Whole numbers, as they are written into a style.
    const tried = whole(mixed(towards, share, colour));
    if (contrast(tried, ground) >= LEAST) return tried;
  }
  return towards;
}

const whole = ([red, green, blue]: Rgb): Rgb => [Math.round(red), Math.round(green), Math.round(blue)];
