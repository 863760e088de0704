import { type FilePlace, filePlace } from './fileLinks';
import { languageId, languageLabel, languageOfPath } from './languageTable';

/** What the words after ``` say of the code below them. */
export interface FenceInfo {
  /** For the highlighter; null: plain. */
  language: string | null;
  /** What stands above the code; may be empty. */
  label: string;
  /** Where the code stands in a file, in Cursor's way (`12:40:src/a.ts`, cursor-acp.md 2.8) or as a link is written. */
  citation: FilePlace | null;
}

const CITATION = /^(\d+):(\d+):(.+)$/;
/** `ts:src/a.ts#L3`, `ts src/a.ts:3-9`: the language goes before. */
const LANGUAGE_BEFORE = /^([\w+#.-]+)(?::|\s+)(?=\S*[^\s\d])/;

export function fenceInfo(info: string): FenceInfo {
  const trimmed = info.trim();
  const citation = citationOf(trimmed);
  if (citation !== null) {
    return { language: languageId(languageOfPath(citation.path)), label: '', citation };
  }
  // `ts {1,3}`, `ts title="a.ts"`, `{.python}`: the first word is the language; or it is a file's name, as in `src/a.ts`.
  const name = /^[^\s,{:]+/.exec(trimmed.replace(/^\{\.?/, ''))?.[0]?.replace(/\}$/, '') ?? '';
  const language = languageId(name) ?? (/[./]/.test(name) ? languageId(languageOfPath(name)) : null);
  return { language, label: languageLabel(name), citation: null };
}

function citationOf(info: string): FilePlace | null {
  const [, first, last, path = ''] = CITATION.exec(info) ?? [];
  if (path.trim() !== '') {
    const place = { path: path.trim(), line: Number(first) };
    return Number(last) > place.line ? { ...place, endLine: Number(last) } : place;
  }
  const language = LANGUAGE_BEFORE.exec(info);
  const place = filePlace(
    language !== null && languageId(language[1] ?? '') !== null ? info.slice(language[0].length) : info,
  );
  return place.line !== undefined && /^[^{}=]*\.[a-zA-Z]\w*$/.test(place.path) ? place : null;
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

/** Whether it says that a formula follows, as on GitHub; `latex` is source that is to be read. */
export const isFormula = (info = ''): boolean => /^\{?\.?math\b(?![-+#.:/])/i.test(info.trim());

/** Whether what stands behind the ticks says that a diagram follows. */
export const isDiagram = (info = ''): boolean => /^\{?\.?mermaid\b/i.test(info.trim());
