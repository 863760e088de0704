/*
 * The answer that the suites stream: made of a seed, so it is the same everywhere, and of no text but our own.
 */

const WORDS =
  'agent session update buffer parser window frame queue stream layout commit diff token cache branch worker signal socket cursor plan review permission thread render paint measure budget latency retry cancel resume restore index record schema payload socket marker border cluster value'.split(
    ' ',
  );
const LENGTH = 32_768;
const END = '\n\nEND-OF-ANSWER';
/** Room for it, and a little more. */
const END_LENGTH = 20;

/** 32 KB of markdown: headings, paragraphs, lists, one table of 24 rows, two blocks of code of 80 lines each. */
export function answer32k(seed = 7) {
  const random = randoms(seed);
  const out = ['# Report on the change\n'];
  const push = (part) => out.push(`${part}\n`);
  for (let section = 1; out.join('\n').length < LENGTH - 1_568; section += 1) {
    push(`## ${section}. ${sentence(random, 4)}`);
    push(paragraph(random, 4));
    if (section === 4) push(table(random, 24));
    if (section === 6 || section === 12) push(code(random, 80));
    const marks = section % 2 === 1 ? ['-', '-', '-', '-', '-', '-'] : ['1.', '2.', '3.', '4.', '5.'];
    push(marks.map((mark) => `${mark} ${sentence(random, 9)}`).join('\n'));
    push(paragraph(random, 3));
  }
  const whole = out.join('\n').slice(0, LENGTH - END_LENGTH);
  return whole.replace(/\s+\S*$/, '') + END;
}

/** A linear congruential generator: numbers from 0 to below 1. */
function randoms(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const words = (random, count) =>
  Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');

function sentence(random, count) {
  const text = words(random, count);
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function paragraph(random, count) {
  const sentences = Array.from({ length: count }, () => {
    let text = sentence(random, 8 + Math.floor(random() * 8));
    if (random() < 0.3) text = text.replace(/ (\w+) /, ' **$1** ');
    if (random() < 0.3) text = text.replace(/ (\w+) /, ' `$1` ');
    return text;
  });
  return sentences.join(' ');
}

function table(random, count) {
  const rows = Array.from(
    { length: count },
    () => `| ${words(random, 2)} | ${Math.floor(random() * 9_999)} | ${words(random, 5)} |`,
  );
  return ['| Name | Value | Notes |', '| --- | ---: | --- |', ...rows].join('\n');
}

function code(random, count) {
  const lines = Array.from({ length: count }, (_, index) => {
    const name = words(random, 1) + index;
    if (index % 7 === 0) return `// ${words(random, 6)}`;
    if (index % 5 === 0) return `export function ${name}(a: number, b: string): string {`;
    if (index % 5 === 4) return '}';
    return `  const ${name} = compute("${words(random, 2)}", ${Math.floor(random() * 1_000)}) + ${index};`;
  });
  return ['```ts', ...lines, '```'].join('\n');
}
