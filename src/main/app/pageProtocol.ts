import { readFile } from 'node:fs/promises';
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

/** Serves the built page from `folder`, and nothing outside it. */
export function servePage(folder: string): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' || `${url.protocol}//${url.host}` !== PAGE_ORIGIN) return refused(403);
    const file = pageFile(folder, url.pathname);
    if (file === null) return refused(403);
    try {
      const body = await readFile(file);
      return new Response(new Uint8Array(body), {
        headers: {
          'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': CONTENT_SECURITY_POLICY,
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
        },
      });
    } catch {
      // Only the build's own files are asked for; what is not there is answered as any server would.
      return refused(404);
    }
  });
}

const refused = (status: number): Response => new Response(null, { status });
