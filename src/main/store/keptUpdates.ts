import type { SessionUpdate, UpdateOf } from '@shared/acp/update';
import { cutUpdate, type SavePart } from './cutParts';

/** What an agent says as a page of Markdown. A person's words are not: a replay brings each message whole. */
type Speech = UpdateOf<'agent_message_chunk' | 'agent_thought_chunk'>;

/** Far below what would be cut, in any writing; a page draws it in less time than a person notices (ipc/subscription). */
const PIECE = 8 * 1024;
/** More than a model says in one answer: it is a log, or a file. It stays one large part, which is looked at where it lies. */
export const MAX_SPEECH = 512 * 1024;

/**
 * An update as it is stored: its large parts cut. A long text that came at once (from agents that do not stream, and in
 * replays) is what it would be in many chunks, and so reads as a page of Markdown too.
 */
export function keptUpdates(update: SessionUpdate, save: SavePart): SessionUpdate[] {
  if (!isSpeech(update) || update.content.type !== 'text') return [cutUpdate(update, save)];
  const { text } = update.content;
  if (text.length <= PIECE || text.length > MAX_SPEECH) return [cutUpdate(update, save)];
  return piecesOf(text).map((piece) => ({ ...update, content: { type: 'text', text: piece } }));
}

const isSpeech = (update: SessionUpdate): update is Speech =>
  update.sessionUpdate === 'agent_message_chunk' || update.sessionUpdate === 'agent_thought_chunk';

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + PIECE;
    // A pair of surrogates is one character, and half of one is none.
    const isInPair = end < text.length && isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end));
    const next = isInPair ? end - 1 : end;
    pieces.push(text.slice(at, next));
    at = next;
  }
  return pieces;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
