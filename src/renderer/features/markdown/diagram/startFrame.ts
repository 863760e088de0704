import mermaidUrl from 'mermaid/dist/mermaid.min.js?url';
// Its address, which only Vite knows: the file itself has nothing to give.
// oxlint-disable-next-line import/default
import frameUrl from './frame.ts?worker&url';
import type { StartDrawer } from './room';
import type { DiagramAnswer } from './worker';

/**
 * Mermaid measures text in a document, so it gets one: a frame without an origin, which Chromium keeps in a process of its own.
 * It is under the page's CSP and under its own, which allows these two scripts and nothing else.
 */
export const startFrame: StartDrawer = (onAnswer) => {
  const scripts = [mermaidUrl, frameUrl].map((url) => new URL(url, document.baseURI).href);
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.inert = true;
  frame.className = 'diagram-frame';
  frame.srcdoc = pageOf(scripts);
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }: MessageEvent<DiagramAnswer>) => onAnswer(data));
  port1.start();
  // Its scripts have run by then. It has no origin that could be named.
  frame.addEventListener('load', () => frame.contentWindow?.postMessage(null, '*', [port2]), { once: true });
  document.body.append(frame);
  return {
    post: (job) => port1.postMessage(job),
    end: () => {
      port1.close();
      frame.remove();
    },
  };
};

function pageOf(scripts: readonly string[]): string {
  const policy = `default-src 'none'; script-src ${scripts.join(' ')}; style-src 'unsafe-inline'`;
  return [
    '<!doctype html><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    ...scripts.map((url) => `<script src="${url}"></script>`),
  ].join('');
}
