/** `id((label))`, `id[label]` and the other shapes around a label; or the label alone. */
const NODE = /^[^\s([{)]*(?:\(\((.+)\)\)|\{\{(.+)\}\}|\)\)(.+)\(\(|\)(.+)\(|\[(.+)\]|\((.+)\))$/;

/** Mermaid's `mindmap` as a flowchart from left to right, which is how it is read; null where it holds nothing. */
export function mindmapAsFlow(text: string): string | null {
  const lines = text
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '' && !/^\s*(?:::icon|:::)/.test(line));
  const above: { indent: number; id: string }[] = [];
  const flow = ['graph LR'];
  for (const [index, line] of lines.entries()) {
    const indent = /^\s*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const parent = above.at(-1);
    const id = `n${index}`;
    flow.push(`${id}["${labelOf(line.trim())}"]`);
    if (parent !== undefined) flow.push(`${parent.id} --- ${id}`);
    above.push({ indent, id });
  }
  return lines.length === 0 ? null : flow.join('\n');
}

function labelOf(node: string): string {
  const found = NODE.exec(node);
  const label = found?.slice(1).find((one) => one !== undefined) ?? node;
  return label.replaceAll(/["`]|\*\*/g, '').trim();
}
