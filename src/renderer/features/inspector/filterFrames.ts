import type { WireFrame } from '@shared/ipc/views';

export interface FrameFilter {
  text: string;
  direction: WireFrame['direction'] | 'all';
  kind: WireFrame['kind'] | 'all';
}

export const NO_FILTER: FrameFilter = { text: '', direction: 'all', kind: 'all' };

/** Frames that fit all three; text is looked for in method, id and body, in any case. */
export function filterFrames(frames: readonly WireFrame[], filter: FrameFilter): readonly WireFrame[] {
  const text = filter.text.trim().toLowerCase();
  if (text === '' && filter.direction === 'all' && filter.kind === 'all') return frames;
  return frames.filter(
    (frame) =>
      (filter.direction === 'all' || frame.direction === filter.direction) &&
      (filter.kind === 'all' || frame.kind === filter.kind) &&
      (text === '' ||
        (frame.method?.toLowerCase().includes(text) ?? false) ||
        frame.id === text ||
        frame.text.toLowerCase().includes(text)),
  );
}

/** Indented where it is JSON, as it is where not (noise, stderr, cut frames). */
export function prettyText(frame: Pick<WireFrame, 'text'>): string {
  try {
    return JSON.stringify(JSON.parse(frame.text), null, 2);
  } catch {
    return frame.text;
  }
}

/** One line a frame, as it went over the wire, with a head that says which way and when. */
export function framesAsText(frames: readonly WireFrame[]): string {
  return frames
    .map((frame) => `${new Date(frame.at).toISOString()} ${frame.direction === 'toAgent' ? '->' : '<-'} ${frame.text}`)
    .join('\n');
}
