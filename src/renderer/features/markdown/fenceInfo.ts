import { languageId, languageLabel, languageOfPath } from './languageTable';

/** What the words after ``` say of the code below them. */
export interface FenceInfo {
  /** For the highlighter; null: plain. */
  language: string | null;
  /** What stands above the code; may be empty. */
  label: string;
  /** Cursor's citation of a file (`12:40:src/a.ts`, cursor-acp.md 2.8): where the code stands. */
  citation: { path: string; startLine: number; endLine: number } | null;
}

const CITATION = /^(\d+):(\d+):(.+)$/;

export function fenceInfo(info: string): FenceInfo {
  const trimmed = info.trim();
  const cited = CITATION.exec(trimmed);
  const path = cited?.[3]?.trim();
  if (cited && path) {
    return {
      language: languageId(languageOfPath(path)),
      label: '',
      citation: { path, startLine: Number(cited[1]), endLine: Number(cited[2]) },
    };
  }
  // `ts {1,3}`, `ts title="a.ts"`, `{.python}`: the first word is the language.
  const name = /^[^\s,{:]+/.exec(trimmed.replace(/^\{\.?/, ''))?.[0]?.replace(/\}$/, '') ?? '';
  return { language: languageId(name), label: languageLabel(name), citation: null };
}

/** Whether a block of code is one by its fence; else it is indented. */
export const isFence = (raw: string): boolean => /^ {0,3}(?:`{3,}|~{3,})/.test(raw);

/** Whether the fence that a block of code begins with is closed; indented code has none. */
export function isFenceClosed(raw: string): boolean {
  const begin = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
  if (begin === undefined) return false;
  const last = raw.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return raw.includes('\n') && last.length >= begin.length && last === begin.charAt(0).repeat(last.length);
}

/** Whether what stands behind the ticks says that a diagram follows. */
export const isDiagram = (info = ''): boolean => /^\{?\.?mermaid\b/i.test(info.trim());
