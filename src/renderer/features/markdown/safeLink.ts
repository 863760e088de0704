import { isDrawing, MAX_DRAWING_BYTES } from '@shared/drawing';
import { type FilePlace, filePlace } from './fileLinks';

/** Where a link of an answer may lead. The engine checks again before anything is opened. */
export type LinkTarget =
  | { kind: 'external'; url: string }
  /** A file of the project, as agents write them, with its line where they name one. */
  | ({ kind: 'file' } & FilePlace)
  | { kind: 'none' };

const EXTERNAL = new Set(['https:', 'http:', 'mailto:']);
/** An editor's own address of a file: `vscode://file/home/u/a.ts:3`. */
const EDITOR = /^(?:vscode(?:-insiders)?|vscodium|cursor|windsurf|zed):\/\/file(?=\/)/i;

export function linkTarget(href: string): LinkTarget {
  const trimmed = href.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return { kind: 'none' };
  if (EDITOR.test(trimmed)) return fileTarget(trimmed.replace(EDITOR, ''));
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]+):/.exec(trimmed)?.[1]?.toLowerCase();
  // `a.ts:12` names a line, not a scheme.
  if (scheme === undefined || namesFile(trimmed)) return fileTarget(trimmed);
  if (scheme === 'file') return fileTarget(trimmed.replace(/^file:(?:\/\/(?:localhost(?=\/))?)?/i, ''));
  if (!EXTERNAL.has(`${scheme}:`)) return { kind: 'none' };
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  return url && EXTERNAL.has(url.protocol) ? { kind: 'external', url: url.href } : { kind: 'none' };
}

/** Files that have no ending: what else stands before a colon is a scheme or a host. */
const NAMES =
  /^(?:\w*makefile|\w*dockerfile|containerfile|justfile|rakefile|gemfile|procfile|vagrantfile|jenkinsfile|license|readme|changelog|codeowners|build|workspace)$/i;

/** With a line behind it: without one nothing tells a scheme from it. */
function namesFile(written: string): boolean {
  const { path } = filePlace(written);
  return path.length < written.length && (/^[^:?#]+\.[^:?#/\\]+$/.test(path) || NAMES.test(path));
}

/** What it says of lines is read as it is written: `c%23.md` is a file with a `#` in its name. */
function fileTarget(written: string): LinkTarget {
  const place = filePlace(written);
  // An address has a `/` before the drive.
  return { kind: 'file', ...place, path: decodePath(place.path).replace(/^\/(?=[a-zA-Z]:[\\/])/, '') };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A lone % in a file's name is not an escape.
    return path;
  }
}

const DATA_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon);base64,[a-zA-Z0-9+/=\s]+$/;
const DATA_DRAWING = /^data:image\/svg\+xml(?:;charset=[\w-]+)?(;base64)?,/i;

/** Only pictures that came inside the answer: anything else would tell a stranger that it was read. */
export const isSafeImage = (href: string): boolean => DATA_IMAGE.test(href) || isDataDrawing(href);

/** How much of a drawing is read to know it. */
const HEAD = 65_536;

/** A drawing that came inside the answer, within the bounds of those of the session's folder. */
function isDataDrawing(href: string): boolean {
  const [head, base64] = DATA_DRAWING.exec(href) ?? [];
  if (head === undefined || href.length > MAX_DRAWING_BYTES) return false;
  const begin = href.slice(head.length, head.length + HEAD);
  try {
    return isDrawing(base64 === undefined ? fromPercents(begin) : fromBase64(begin));
  } catch {
    // Not Base64.
    return false;
  }
}

/** Byte by byte: what is looked for is ASCII, and the end may have cut a sign. */
const fromPercents = (text: string): string =>
  text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function fromBase64(text: string): string {
  const signs = text.replaceAll(/\s/g, '');
  const bytes = atob(signs.slice(0, signs.length - (signs.length % 4)));
  return new TextDecoder().decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)));
}
