import { createTokenizer, type PackedTokens } from './tokenizer';

export interface HighlightJob {
  id: number;
  block: string;
  language: string;
  code: string;
}
export interface HighlightAnswer {
  id: number;
  tokens: PackedTokens | null;
}

// One after the other: the order of a block's jobs is what makes its progress true.
let queue = createTokenizer().then((tokenizer) => ({ tokenizer }));

self.addEventListener('message', (event: MessageEvent<HighlightJob>) => {
  const { id, block, language, code } = event.data;
  queue = queue.then(async ({ tokenizer }) => {
    let tokens: PackedTokens | null = null;
    try {
      tokens = await tokenizer.tokenize(block, language, code);
    } catch {
      // A grammar that fails on this text costs its colours, nothing else: the text is already on screen.
    }
    const answer: HighlightAnswer = { id, tokens };
    self.postMessage(answer, { transfer: tokens ? [tokens.buffer] : [] });
    return { tokenizer };
  });
});
