import type { ContentBlock } from '@agentclientprotocol/sdk';

const TITLE_LENGTH = 60;

/** The words of a prompt: its text blocks, and the names of what was attached. */
export function promptText(prompt: readonly ContentBlock[]): string {
  return prompt
    .map((block) => {
      switch (block.type) {
        case 'text':
          return block.text;
        case 'resource_link':
          return block.name;
        default:
          return '';
      }
    })
    .join('')
    .trim();
}

/** The first line, cut at a length that fits a list row. */
export function titleOf(text: string): string {
  const line = text.split('\n', 1)[0]?.trim() ?? '';
  const letters = Array.from(line);
  return letters.length > TITLE_LENGTH ? `${letters.slice(0, TITLE_LENGTH - 1).join('')}…` : line;
}
