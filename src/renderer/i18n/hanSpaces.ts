import type { PostProcessorModule } from 'i18next';

const BEGINS_HAN = /^\p{Script=Han}/u;
const ENDS_HAN = /\p{Script=Han}$/u;

/**
 * Our Chinese texts have a space between Han and Latin, also around what they name: "让 {{agent}} 做点什么". Where that
 * name is Han itself the space is none of ours any more. What the name holds is not touched.
 */
export function closeUp(text: string, values: readonly string[]): string {
  let closed = text;
  for (const value of values) {
    if (BEGINS_HAN.test(value)) {
      closed = closed.replaceAll(` ${value}`, (found, at: number, whole: string) =>
        ENDS_HAN.test(whole.slice(0, at)) ? value : found,
      );
    }
    if (ENDS_HAN.test(value)) {
      closed = closed.replaceAll(`${value} `, (found, at: number, whole: string) =>
        BEGINS_HAN.test(whole.slice(at + found.length)) ? value : found,
      );
    }
  }
  return closed;
}

export const hanSpaces: PostProcessorModule = {
  type: 'postProcessor',
  name: 'hanSpaces',
  process: (text, _key, options) =>
    closeUp(
      text,
      Object.values(options).filter((value): value is string => typeof value === 'string' && value !== ''),
    ),
};
