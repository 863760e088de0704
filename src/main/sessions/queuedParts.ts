import type { ContentBlock } from '@shared/acp/content';
import type { BlobId, SessionId } from '@shared/ids';
import type { SessionContext } from './sessionContext';

type Content = readonly ContentBlock[];

/**
 * What of the messages that wait stands in blobs. It goes with the message that was removed, or with what was taken from
 * it, unless something else of the session names it: what was sent is named by its item.
 */
export class QueuedParts {
  readonly #context: SessionContext;
  readonly #sessionId: SessionId;
  readonly #checkpoint: () => void;

  constructor(context: SessionContext, sessionId: SessionId, checkpoint: () => void) {
    this.#context = context;
    this.#sessionId = sessionId;
    this.#checkpoint = checkpoint;
  }

  /** `before`: messages that are no more, or are others now. What is said of them now is on disk. */
  forget(before: readonly Content[]): void {
    const blobIds = before.flatMap(blobsOf);
    if (blobIds.length === 0) return;
    // The head and the events on disk name them until the head of now is there: a start would find them missing.
    this.#checkpoint();
    if (!this.#context.transcripts.commit().ok) return;
    try {
      this.#context.blobs.removeUnnamed(this.#sessionId, blobIds);
    } catch (thrown) {
      // They only take up room, until their session goes.
      this.#context.onDefect('parts of a queue', thrown);
    }
  }
}

const blobsOf = (content: Content): BlobId[] =>
  content.flatMap((block) => (block.type === 'stored' ? [block.blobId] : []));
