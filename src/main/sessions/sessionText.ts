import { fail, ok, type Result, toAppError } from '@shared/errors';
import type { TextPage, TextQuery } from '@shared/ipc/reading';
import type { MarkdownWords } from './markdownWords';
import { itemLines } from './sessionMarkdown';
import { StoredSession, type StoredSessionOptions } from './storedSession';

/** One answer is about so long, and so is at most what one item gives. */
const PAGE_CHARACTERS = 500_000;
const ITEM_CHARACTERS = 1_000_000;

export interface SessionTextOptions extends StoredSessionOptions {
  words: () => MarkdownWords;
}

/** Stretches of a session as text, for the clipboard: what an export says of them. */
export class SessionText {
  readonly #options: SessionTextOptions;

  constructor(options: SessionTextOptions) {
    this.#options = options;
  }

  read({ sessionId, from, before }: TextQuery): Result<TextPage> {
    try {
      const words = this.#options.words();
      const session = new StoredSession(this.#options, sessionId);
      const page = this.#options.store.transcripts.pageAfter(sessionId, { from });
      if (!page.ok) return page;
      let text = '';
      for (const item of page.value.items) {
        if (item.ordinal >= before) return ok({ text, next: null });
        if (text.length > PAGE_CHARACTERS) return ok({ text, next: item.ordinal });
        text += cut(itemLines(item, session, words), words);
      }
      const last = page.value.items.at(-1)?.ordinal;
      const hasMore = page.value.hasNewer && last !== undefined && last + 1 < before;
      return ok({ text, next: hasMore ? last + 1 : null });
    } catch (thrown) {
      return fail(toAppError(thrown));
    }
  }
}

function cut(pieces: Iterable<string>, words: MarkdownWords): string {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length > ITEM_CHARACTERS) return `${text.slice(0, ITEM_CHARACTERS)}\n\n*${words.cut}*\n`;
  }
  return text;
}
