/** What an SVG may weigh: it is drawn again at each size and zoom, so that a large one is slow each time. */
export const MAX_DRAWING_BYTES = 2 * 1024 * 1024;

/**
 * Whether a text, or the beginning of one, is an SVG: it begins as one does, after what XML allows before it. One that declares
 * entities of its own is none. Whoever shows one shows it as an image and as nothing else (docs/decisions/0079).
 */
export function isDrawing(text: string): boolean {
  for (let at = 0; at >= 0;) {
    at += /^\s*/.exec(text.slice(at, at + 4096))?.[0].length ?? 0;
    if (text.startsWith('<?', at)) at = after(text, '?>', at);
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at);
    else if (/^<!DOCTYPE\s+svg\b[^>[]*>/i.test(text.slice(at, at + 1024))) at = after(text, '>', at);
    else return /^<svg[\s/>]/.test(text.slice(at, at + 5));
  }
  return false;
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found === -1 ? -1 : found + end.length;
}
