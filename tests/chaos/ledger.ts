import type { RequestAnswer } from '../../src/shared/session/request';
import { markOf } from './agentLogs';

/** `unknown`: whoever would have said what became of it was killed; both are right then, but only once. */
export type PromptFate = 'unknown' | 'confirmed' | 'refused' | 'removed';

export interface PromptFact {
  mark: string;
  sessionId: string;
  round: number;
  text: string;
  fate: PromptFate;
}

/** What the person did, and what the app told them of it. The store has to agree, whatever happened. */
export class Ledger {
  readonly prompts: PromptFact[] = [];
  readonly answers = new Map<string, { sessionId: string; answer: RequestAnswer; round: number }>();
  /** By session: what may stand there. `due`: what was typed last, which has to where nothing was killed meanwhile. */
  readonly drafts = new Map<string, { texts: readonly string[]; due: string | null }>();
  /** By session and ordinal: the longest text that was on screen, and since when. */
  readonly seen = new Map<string, Map<number, { text: string; at: number }>>();

  prompt(sessionId: string, round: number, body: string): PromptFact {
    const mark = markOf(this.prompts.length);
    const fact: PromptFact = { mark, sessionId, round, text: `${mark}\n${body}`, fate: 'unknown' };
    this.prompts.push(fact);
    return fact;
  }

  draftTried(sessionId: string, text: string): void {
    const texts = this.drafts.get(sessionId)?.texts ?? [''];
    this.drafts.set(sessionId, { texts: [...texts, text], due: null });
  }

  draftTyped(sessionId: string, text: string): void {
    const texts = this.drafts.get(sessionId)?.texts ?? [''];
    this.drafts.set(sessionId, { texts, due: text });
  }

  draftSaved(sessionId: string, text: string): void {
    this.drafts.set(sessionId, { texts: [text], due: null });
  }

  saw(sessionId: string, ordinal: number, text: string, at: number): void {
    const ofSession = this.seen.get(sessionId) ?? new Map<number, { text: string; at: number }>();
    this.seen.set(sessionId, ofSession);
    const before = ofSession.get(ordinal);
    if (before === undefined || before.text.length < text.length) ofSession.set(ordinal, { text, at });
  }

  /** What was on screen for less than `ms` when the engine died at `death` may be gone with it. */
  forgetUnsafe(death: number, ms: number): void {
    for (const ofSession of this.seen.values()) {
      for (const [ordinal, { at }] of ofSession) if (at > death - ms) ofSession.delete(ordinal);
    }
  }
}
