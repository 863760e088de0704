import { type Draft, EMPTY_DRAFT, type ReadingPlace } from '@shared/attachment';
import type { SessionSnapshot } from '@shared/ipc/views';
import type { Item, ItemOf } from '@shared/session/item';
import { applyEvents, applySnapshot } from '@shared/session/replica';
import type { QueuedPrompt } from '@shared/session/queue';
import type { RequestOf, SessionRequest } from '@shared/session/request';
import type { SessionState } from '@shared/session/state';
import { plainText } from '@shared/acp/content';
import type { EngineClient } from '../../../src/renderer/ipc/client';
import { Watched } from './watched';

/** A session as a page holds it: its snapshot and the events after it, folded as the page folds them. */
export class SessionView {
  readonly sessionId: string;
  readonly #watched: Watched<SessionState>;
  readonly #client: EngineClient;
  #head: Omit<SessionSnapshot, 'state'> | null = null;
  readonly #stop: () => void;
  #isOver = false;

  constructor(client: EngineClient, sessionId: string) {
    this.sessionId = sessionId;
    this.#client = client;
    this.#watched = new Watched(`session ${sessionId}`);
    this.#stop = client.subscribe(
      'session',
      { sessionId },
      {
        snapshot: ({ state, ...head }) => {
          this.#head = head;
          this.#watched.set(applySnapshot(this.#watched.known, state));
        },
        frames: (events) => {
          const step = applyEvents(this.#watched.current, events);
          if (step.status === 'gap') throw new Error('events are missing');
          this.#watched.set(step.state);
        },
        ended: () => {
          this.#isOver = true;
        },
      },
    );
  }

  /** The page looks no more, or there is no such session. */
  get isOver(): boolean {
    return this.#isOver;
  }

  close(): void {
    this.#isOver = true;
    this.#stop();
  }

  get state(): SessionState {
    return this.#watched.current;
  }

  get draft(): Draft {
    return this.#head?.draft ?? EMPTY_DRAFT;
  }

  get place(): ReadingPlace | null {
    return this.#head?.place ?? null;
  }

  get hasOlder(): boolean {
    return this.#head?.hasOlder === true;
  }

  until(what: string, check: (state: SessionState) => boolean): Promise<SessionState> {
    return this.#watched.until(what, check);
  }

  find<R>(what: string, pick: (state: SessionState) => R | undefined): Promise<R> {
    return this.#watched.find(what, pick);
  }

  /** Both have folded the same events: each is told of them in its own time. */
  async levelWith(other: SessionView): Promise<void> {
    while (this.state.seq !== other.state.seq) {
      await this.until('it is as new as the other view', ({ seq }) => seq >= other.state.seq);
      await other.until('it is as new as the other view', ({ seq }) => seq >= this.state.seq);
    }
  }

  /** No turn is open; with `turnId` that turn has begun and is over, whatever came after it. */
  ended(turnId?: string): Promise<SessionState> {
    return this.until('the turn ends', ({ turn, items }) => {
      if (turnId === undefined) return turn.status === 'done';
      if (turn.status !== 'idle' && turn.turnId === turnId) return turn.status === 'done';
      return items.some((item) => item.turnId === turnId);
    });
  }

  /** Prompts and gives the turn's id back; a refusal is an error of the test. */
  async send(text: string): Promise<string> {
    const sent = await this.#client.call.sessions.prompt({
      sessionId: this.sessionId,
      content: [{ type: 'text', text }],
    });
    if (!sent.ok) throw new Error(`the prompt was refused: ${JSON.stringify(sent.error)}`);
    return sent.value.turnId;
  }

  /** As the composer sends it: now, or it waits. Gives back the id under which it waits, else null. */
  async queue(text: string): Promise<string | null> {
    const before = this.queued.map(({ queuedId }) => queuedId);
    const { sessionId } = this;
    const sent = await this.#client.call.queue.send({ sessionId, content: [{ type: 'text', text }] });
    if (!sent.ok) throw new Error(`the message was refused: ${JSON.stringify(sent.error)}`);
    if (sent.value.turnId !== null) return null;
    return this.find('it waits', ({ queue }) =>
      queue?.prompts.map(({ queuedId }) => queuedId).find((id) => !before.includes(id)),
    );
  }

  get queued(): readonly QueuedPrompt[] {
    return this.state.queue?.prompts ?? [];
  }

  /** What waits, in its order, as the person reads it. */
  get queuedTexts(): string[] {
    return this.queued.map(({ content }) => content.map(plainText).join(''));
  }

  /** Prompts and waits for the turn's end. */
  async ask(text: string): Promise<SessionState> {
    return this.ended(await this.send(text));
  }

  /** The open request of this kind, now or as soon as it comes. */
  request<K extends SessionRequest['kind']>(kind: K): Promise<RequestOf<K>> {
    return this.find(`a request: ${kind}`, ({ requests }) =>
      requests.find((request): request is RequestOf<K> => request.kind === kind),
    );
  }

  items<K extends Item['kind']>(kind: K): ItemOf<K>[] {
    return this.state.items.filter((item): item is ItemOf<K> => item.kind === kind);
  }

  /** What was said by whom, one line a message. */
  said(role: 'agent' | 'user' = 'agent'): string {
    return this.items('message')
      .filter((item) => item.role === role)
      .map((item) => item.content.map(plainText).join(''))
      .join('\n');
  }
}
