/** Where a link of an answer may lead. The engine checks again before anything is opened. */
export type LinkTarget =
  | { kind: 'external'; url: string }
  /** A file of the project, as agents write them, with its line where they name one (see fileLinks). */
  | { kind: 'file'; path: string }
  | { kind: 'none' };

const EXTERNAL = new Set(['https:', 'http:', 'mailto:']);

export function linkTarget(href: string): LinkTarget {
  const trimmed = href.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return { kind: 'none' };
  // `a.ts:12` names a line, not a scheme.
  if (LINE_OF_FILE.test(trimmed) || LINE_OF_NAME.test(trimmed)) return { kind: 'file', path: decodePath(trimmed) };
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]+):/.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme === undefined) return { kind: 'file', path: decodePath(trimmed) };
  if (scheme === 'file') return { kind: 'file', path: decodePath(trimmed.replace(/^file:(\/\/)?/i, '')) };
  if (!EXTERNAL.has(`${scheme}:`)) return { kind: 'none' };
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  return url && EXTERNAL.has(url.protocol) ? { kind: 'external', url: url.href } : { kind: 'none' };
}

const LINE_OF_FILE = /^[^:?#]+\.[^:?#/\\]+:\d+([:-]\d+)?$/;
/** Files that have no ending: what else stands before a colon is a scheme or a host. */
const LINE_OF_NAME =
  /^(?:\w*makefile|\w*dockerfile|containerfile|justfile|rakefile|gemfile|procfile|vagrantfile|jenkinsfile|license|readme|changelog|codeowners|build|workspace):\d+([:-]\d+)?$/i;

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A lone % in a file's name is not an escape.
    return path;
  }
}

const DATA_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon);base64,[a-zA-Z0-9+/=\s]+$/;

/** Only pictures that came inside the answer: anything else would tell a stranger that it was read. */
export const isSafeImage = (href: string): boolean => DATA_IMAGE.test(href);
