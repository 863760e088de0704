/** The sample project: small enough to read at a glance, real enough to edit. */

export interface Tea {
  name: string;
  minutes: number;
  celsius: number;
}

export const TEA_FILE = 'src/teas.ts';

/** What the demo adds to the timer, one at a time. */
const MENU: readonly Tea[] = [
  { name: 'oolong', minutes: 4, celsius: 90 },
  { name: 'white', minutes: 2, celsius: 75 },
  { name: 'rooibos', minutes: 6, celsius: 100 },
  { name: 'peppermint', minutes: 7, celsius: 100 },
  { name: 'jasmine', minutes: 3, celsius: 80 },
  { name: 'chamomile', minutes: 5, celsius: 95 },
];

/** The first tea of the menu that the file lacks; with all there, a numbered blend, so that there is always an edit. */
export function nextTea(source: string): Tea {
  const missing = MENU.find((tea) => !source.includes(`name: '${tea.name}'`));
  if (missing) return missing;
  const blends = source.match(/name: 'blend \d+'/g)?.length ?? 0;
  return { name: `blend ${blends + 1}`, minutes: 3, celsius: 85 };
}

/** The file with the tea added to its list, or the file as it is when the tea is there or the list is not. */
export function insertTea(source: string, tea: Tea): string {
  const line = teaLine(tea);
  if (source.includes(line)) return source;
  const end = source.indexOf('\n] as const');
  return end === -1 ? source : `${source.slice(0, end)}\n${line}${source.slice(end)}`;
}

/** The teas that the file lists, in its order. */
export function readTeas(source: string): Tea[] {
  const rows = source.matchAll(/name: '([^']+)', minutes: (\d+), celsius: (\d+)/g);
  return Array.from(rows, ([, name = '', minutes, celsius]) => ({
    name,
    minutes: Number(minutes),
    celsius: Number(celsius),
  }));
}

export function teaLine({ name, minutes, celsius }: Tea): string {
  return `  { name: '${name}', minutes: ${minutes}, celsius: ${celsius} },`;
}

export const SEED_FILES: Readonly<Record<string, string>> = {
  'README.md': `# Tea timer

A tiny sample project that belongs to Signalbox's demo agent. It is yours to play with: change anything,
or delete the folder, and the demo will make a new one.
`,
  'package.json': `{
  "name": "tea-timer",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "scripts": {
    "test": "node --test"
  }
}
`,
  'src/teas.ts': `export const teas = [
  { name: 'green', minutes: 2, celsius: 80 },
  { name: 'black', minutes: 4, celsius: 100 },
] as const;
`,
  'src/timer.ts': `import { teas } from './teas';

/** How long the tea steeps, as m:ss. */
export function steepingTime(name: string): string {
  const tea = teas.find((candidate) => candidate.name === name);
  if (!tea) throw new Error(\`No such tea: \${name}\`);
  return \`\${tea.minutes}:00\`;
}
`,
};
