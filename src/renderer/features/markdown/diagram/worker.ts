import { type DiagramColours, drawDiagram, type DrawnDiagram } from './drawDiagram';

export interface DiagramJob {
  id: number;
  source: string;
  colours: DiagramColours;
}
export interface DiagramAnswer {
  id: number;
  drawn: DrawnDiagram;
}

/*
 * ELK, which lays diagrams out, makes itself the worker wherever it meets a global without a document, and then cannot be
 * called. The drawer works around that by taking `self` away for a moment, which a worker's global need not allow.
 */
Reflect.defineProperty(globalThis, 'self', { value: globalThis, writable: true, configurable: true });
Reflect.defineProperty(globalThis, 'document', { value: {} });

globalThis.addEventListener('message', ({ data: { id, source, colours } }: MessageEvent<DiagramJob>) => {
  const answer: DiagramAnswer = { id, drawn: drawDiagram(source, colours) };
  globalThis.postMessage(answer);
});
