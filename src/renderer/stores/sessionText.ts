import type { SessionId } from '@shared/ids';
import type { EngineClient } from '../ipc/client';
import { engine } from '../ipc/engine';
import { addProblem } from './ui';

export interface TextReader {
  call: { sessions: Pick<EngineClient['call']['sessions'], 'text'> };
}

/** A clipboard with more stops the programs that read it. */
export const MOST_CHARACTERS = 20_000_000;

/** A stretch of the session as text, from the store, page by page; what failed is shown. */
export async function sessionText(
  sessionId: SessionId,
  from: number,
  before: number,
  client: TextReader = engine,
  most = MOST_CHARACTERS,
): Promise<{ text: string; isCut: boolean; error: boolean }> {
  const pieces: string[] = [];
  let length = 0;
  for (let next: number | null = from; next !== null && next < before;) {
    if (length > most) return { text: pieces.join(''), isCut: true, error: false };
    const page = await client.call.sessions.text({ sessionId, from: next, before });
    if (!page.ok) {
      addProblem(page.error);
      return { text: '', isCut: false, error: true };
    }
    pieces.push(page.value.text);
    length += page.value.text.length;
    next = page.value.next;
  }
  return { text: pieces.join(''), isCut: false, error: false };
}
