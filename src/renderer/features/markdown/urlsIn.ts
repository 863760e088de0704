/** Chinese has no space behind its marks, and no address has one of them in it: what they part is not of the address. */
export const CHINESE_MARKS = '，。；：！？、…—（）《》〈〉【】「」『』“”';

const URL_TEXT = new RegExp(`https?://[^\\s"'<>()[\\]{}\`${CHINESE_MARKS}]+`, 'g');
/** The point or comma that ends a sentence. */
const SENTENCE_END = /[.,;:!?]+$/;

export interface TextPiece {
  text: string;
  isUrl: boolean;
}

/** The text in pieces, its web addresses apart. */
export function withUrls(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(URL_TEXT)) {
    const url = match[0].replace(SENTENCE_END, '');
    if (!URL.canParse(url)) continue;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), isUrl: false });
    pieces.push({ text: url, isUrl: true });
    at = match.index + url.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isUrl: false });
  return pieces;
}

/** The web addresses in it, once each. */
export const urlsIn = (text: string): string[] => [
  ...new Set(withUrls(text).flatMap((piece) => (piece.isUrl ? [piece.text] : []))),
];
