/*
 * Stands in (electron.vite.config.ts) for parts of `@pierre/diffs` that are never run here and would be built in all the
 * same: its highlighters of WebAssembly, which our CSP refuses, and its seventy themes, of which we use our own.
 */
const leftOut = (): never => {
  throw new Error('this part of the diff library is left out of the build');
};

export const codeToTokens = leftOut;
export const isSupportedLanguage = (): boolean => false;
export const LiveTokenizer = leftOut;
export const createOnigurumaEngine = leftOut;
export const themes = {};
