import type { PromptContent } from '@shared/acp/content';
import { fail, type Result } from '@shared/errors';
import type { QueuedId, SessionId, TurnId } from '@shared/ids';
import type { PromptQueue, QueueChange } from './promptQueue';
import type { SessionBoard } from './sessionBoard';
import type { SessionService } from './sessionService';

/** What the person does with the messages that wait, by the session's id. */
export class QueueService {
  readonly #sessions: SessionService;
  readonly #board: SessionBoard;

  constructor({ sessions, board }: { sessions: SessionService; board: SessionBoard }) {
    this.#sessions = sessions;
    this.#board = board;
  }

  send(sessionId: SessionId, content: PromptContent): Result<{ turnId: TurnId | null }> {
    return this.#unlessArchived(sessionId, (queue) => queue.send(content));
  }

  sendNow(sessionId: SessionId, queuedId: QueuedId): Promise<Result<null>> {
    const queue = this.#unlessArchived(sessionId, (found): Result<PromptQueue> => ({ ok: true, value: found }));
    return queue.ok ? queue.value.sendNow(queuedId) : Promise.resolve(queue);
  }

  resume(sessionId: SessionId): Result<null> {
    return this.#unlessArchived(sessionId, (queue) => queue.pause(null));
  }

  pause(sessionId: SessionId, why: 'editing' | 'kept'): Result<null> {
    return this.#of(sessionId, (queue) => queue.pause(why));
  }

  read(sessionId: SessionId, queuedId: QueuedId): Result<{ text: string }> {
    return this.#of(sessionId, (queue) => queue.read(queuedId));
  }

  edit(sessionId: SessionId, queuedId: QueuedId, change: QueueChange): Result<null> {
    return this.#of(sessionId, (queue) => queue.edit(queuedId, change));
  }

  move(sessionId: SessionId, queuedId: QueuedId, before: QueuedId | null): Result<null> {
    return this.#of(sessionId, (queue) => queue.move(queuedId, before));
  }

  remove(sessionId: SessionId, queuedId: QueuedId): Result<null> {
    return this.#of(sessionId, (queue) => queue.remove(queuedId));
  }

  clear(sessionId: SessionId): Result<null> {
    return this.#of(sessionId, (queue) => queue.clear());
  }

  #unlessArchived<T>(sessionId: SessionId, run: (queue: PromptQueue) => Result<T>): Result<T> {
    if (this.#board.get(sessionId)?.archived === true) return fail({ code: 'session.archived' });
    return this.#of(sessionId, run);
  }

  #of<T>(sessionId: SessionId, run: (queue: PromptQueue) => Result<T>): Result<T> {
    const actor = this.#sessions.find(sessionId);
    return actor.ok ? run(actor.value.queue) : actor;
  }
}
