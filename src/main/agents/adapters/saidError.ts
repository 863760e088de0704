/** What the end of a turn says, for an agent that reports failures as answers. */
export interface LastWords {
  /** The whole text of the message that the turn ended with. */
  message: string;
  /** Its last chunk, as it came. */
  chunk: string;
}

/** What helps: `retry` for what passes by itself, `signIn`, another model, or the agent's own account settings. */
export type Remedy = 'retry' | 'signIn' | 'changeModel' | 'account';

const NAMED =
  /^Error: (?:(?:Non)?RetriableError|ActionRequiredError|ConnectError)\b|^(?:(?:Non)?RetriableError|ActionRequiredError): |^ConnectError: \[[a-z_]+\]|^Error: (?:HTTP\/2|NGHTTP2_|Stream closed with error code NGHTTP2)/;
const SENTENCES: readonly [RegExp, Remedy][] = [
  [/^(?:Error: )?Something went wrong communicating with the server\b/, 'retry'],
  [/^(?:Error: )?Please sign in to continue\b/, 'signIn'],
  [/^(?:Error: )?Upgrade your plan to continue\b/, 'account'],
  [/^(?:Error: )?Add a payment method to continue\b/, 'account'],
  [/^(?:Error: )?Check your settings to continue\b/, 'changeModel'],
  [/^(?:Error: )?AI Model Not Found\b/, 'changeModel'],
];
/** A sentence of these stands alone; a longer paragraph that begins with one talks about it. */
const LONGEST_SENTENCE = 300;
/** An error carries what a server sent, and ends; a text longer than this that begins with its name explains it. */
const LONGEST_NAMED = 2000;

/**
 * Cursor ends a turn that failed with `end_turn` and the error as its last words (cursor-acp.md 2.8; t3code #7830, AC-09).
 * It counts only at the start of the last segment: the last chunk where that begins a paragraph of its own, or the last
 * paragraph. The same words quoted in a sentence, a list, a quote or a code block are an answer like any other.
 */
export function cursorSaidError({ message, chunk }: LastWords): { message: string; remedy: Remedy } | null {
  const segments = [lastParagraph(message)];
  if (chunk.startsWith('\n\n') && message.endsWith(chunk)) segments.push(chunk);
  for (const segment of segments) {
    const words = segment.trim();
    const before = message.slice(0, message.length - segment.length);
    // Indented by four it is code; inside an open fence too.
    if (words === '' || /^\n* {4}/.test(segment) || isFenceOpen(before)) continue;
    const remedy = remedyOf(words);
    if (remedy !== null) return { message: words, remedy };
  }
  return null;
}

function lastParagraph(message: string): string {
  const text = message.trimEnd();
  const at = text.search(/\n[ \t]*\n(?![\s\S]*\n[ \t]*\n)/);
  return at < 0 ? message : message.slice(at);
}

function remedyOf(words: string): Remedy | null {
  const sentence = words.length <= LONGEST_SENTENCE ? words : '';
  for (const [pattern, remedy] of SENTENCES) if (pattern.test(sentence)) return remedy;
  if (words.length > LONGEST_NAMED || !NAMED.test(words)) return null;
  if (/\[unauthenticated\]|sign in/i.test(words)) return 'signIn';
  if (/check your settings|model not found/i.test(words)) return 'changeModel';
  return /upgrade your plan|payment method/i.test(words) ? 'account' : 'retry';
}

function isFenceOpen(text: string): boolean {
  let open: string | null = null;
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) continue;
    if (open === null) open = fence;
    else if (fence.startsWith(open) && line.trim() === fence) open = null;
  }
  return open !== null;
}
