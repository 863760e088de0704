/** Kinds that the drawer without a document knows: the frequent ones. Mermaid itself draws all. */
const QUICK =
  /^(?:graph|flowchart|statediagram(?:-v2)?|sequencediagram|classdiagram(?:-v2)?|erdiagram|xychart(?:-beta)?)\b/i;

/** Shapes and edges by `@{…}` are passed over by that drawer, as if they were not there. */
export function isQuick(source: string): boolean {
  const text = plainSource(source);
  return QUICK.test(text) && !text.includes('@{');
}

/** What people and models write before and around the first line, which the drawer wants bare. */
export function plainSource(source: string): string {
  const body = source
    .replace(/^\s*---\n[\s\S]*?\n---[ \t]*\n/, '')
    .split('\n')
    .filter((line) => !/^\s*%%/.test(line))
    .join('\n')
    .trim();
  const [first = '', ...rest] = body.split('\n');
  const flow = /^(graph|flowchart)(?:\s+(TB|TD|LR|RL|BT))?\s*(?:;\s*(.*))?$/i.exec(first.trim());
  if (flow === null)
    return [
      first
        .trim()
        .replace(/;$/, '')
        .replace(/^classDiagram-v2/i, 'classDiagram'),
      ...rest,
    ].join('\n');
  const lines = [flow[3] ?? '', ...rest].flatMap((line) => statementsOf(line));
  return [`${flow[1]} ${(flow[2] ?? 'TD').toUpperCase()}`, ...lines].join('\n');
}

/** `A-->B; B-->C` in one line is two; what stands in brackets or quotes stays together. */
function statementsOf(line: string): string[] {
  if (!line.includes(';')) return [line];
  const parts = line.match(/(?:"[^"]*"|\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|\|[^|]*\||[^;"[({|])+/g) ?? [line];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The kind, as it is written. */
export const firstWord = (source: string): string => /^\S*/.exec(plainSource(source))?.[0].toLowerCase() ?? '';
