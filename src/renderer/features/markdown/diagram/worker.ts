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

self.addEventListener('message', ({ data: { id, source, colours } }: MessageEvent<DiagramJob>) => {
  const answer: DiagramAnswer = { id, drawn: drawDiagram(source, colours) };
  self.postMessage(answer);
});
