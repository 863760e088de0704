import { extname } from 'node:path';
import { protocol } from 'electron';
import { pageFile } from './pagePath';

/** The page's own scheme. It is never file://, so that the page can reach nothing of the disk (DESIGN section 8). */
export const PAGE_ORIGIN = 'app://signalbox';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Must run before `ready`: a scheme's privileges cannot be given later. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Chromium's ERR_ACCESS_DENIED: what is refused is an error, as any file that is not there. */
const REFUSED = { error: -10 };

/**
 * Serves the built page from `folder`, and nothing outside it. Chromium reads the files: what answers in JavaScript
 * (`protocol.handle`) brings all of Node's fetch, with HTTP/2 and TLS, into a start (docs/decisions/0100).
 */
export function servePage(folder: string): void {
  protocol.registerFileProtocol('app', (request, answer) => {
    const file = request.method === 'GET' ? pageFile(folder, request.url, PAGE_ORIGIN) : null;
    if (file === null) return answer(REFUSED);
    answer({
      path: file,
      headers: {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      },
    });
  });
}
