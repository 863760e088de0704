import { plainText, StoredPart, type ToolCallContent } from '../acp/content';
import { type Printed, printedByTerminal } from '../acp/printed';
import { printedInMeta } from '../acp/toolMeta';
import type { RawValue } from '../acp/update';
import { toldExit } from '../terminal/toldExit';

/** A tool call, or the part of one that a permission request shows. */
export interface ToolFacts {
  title?: string | undefined;
  content?: readonly ToolCallContent[] | undefined;
  rawInput?: RawValue | undefined;
  rawOutput?: RawValue | undefined;
  meta?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const jsonOf = (value: RawValue | undefined): unknown => (value?.type === 'json' ? value.value : undefined);

const fieldsOf = (value: RawValue | undefined): Fields => {
  const json = jsonOf(value);
  return isRecord(json) ? json : {};
};

/** The command as a person would type it: from the raw input in the shapes that agents use, else from the title. */
export function commandOf(tool: ToolFacts): string {
  const input = fieldsOf(tool.rawInput);
  for (const name of ['command', 'cmd', 'script']) {
    const value = input[name];
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.every((part) => typeof part === 'string') && value.length > 0)
      return fromArgv(value);
  }
  // Cursor's title is the command in backticks (cursor-acp.md 2.8).
  return (tool.title ?? '').replace(/^`([\s\S]*)`$/, '$1');
}

/** `["/bin/bash", "-lc", "ls | wc"]` is what a shell was asked; anything else is shown as its words. */
function fromArgv(argv: readonly string[]): string {
  const [shell = '', flag = '', script] = argv;
  if (
    argv.length === 3 &&
    script !== undefined &&
    /(?:^|[/\\])(?:ba|z|da|fi)?sh(?:\.exe)?$/.test(shell) &&
    /^-[a-z]*c$/.test(flag)
  ) {
    return script;
  }
  return argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}

export function folderOf(tool: ToolFacts): string | null {
  const input = fieldsOf(tool.rawInput);
  for (const name of ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'dir_path']) {
    const value = input[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  const info = isRecord(tool.meta) ? tool.meta['terminal_info'] : undefined;
  return isRecord(info) && typeof info['cwd'] === 'string' ? info['cwd'] : null;
}

export interface CommandExit {
  exitCode: number | null;
  signal: string | null;
}

/** How the command ended; null where the agent did not say. Never guessed from the tool's status. */
export function exitOf(tool: ToolFacts): CommandExit | null {
  for (const part of tool.content ?? []) if (part.type === 'terminal' && part.exit) return part.exit;
  const output = fieldsOf(tool.rawOutput);
  const metadata = isRecord(output['metadata']) ? output['metadata'] : {};
  const contents = Array.isArray(output['contents']) ? output['contents'].filter(isRecord) : [];
  const ended = isRecord(tool.meta) && isRecord(tool.meta['terminal_exit']) ? tool.meta['terminal_exit'] : {};
  for (const fields of [output, metadata, ...contents, ended]) {
    const code = fields['exitCode'] ?? fields['exit_code'] ?? fields['exit'];
    const signal = typeof fields['signal'] === 'string' && fields['signal'] !== '' ? fields['signal'] : null;
    if (typeof code === 'number') return { exitCode: code, signal };
    if (signal !== null) return { exitCode: null, signal };
  }
  const { exitCode } = toldExit(rawOutputText(tool.rawOutput));
  return exitCode === null ? null : { exitCode, signal: null };
}

const OUTPUTS = ['stdout', 'stderr', 'aggregated_output', 'formatted_output', 'output', 'content', 'error'];

/** A text of its content or of its raw output, or all of that, which was too large to stay in the item. */
export function storedOf(tool: ToolFacts): StoredPart | undefined {
  for (const part of tool.content ?? []) {
    if (part.type === 'stored') return part;
    if (part.type === 'content' && part.content.type === 'stored') return part.content;
  }
  if (tool.rawOutput?.type === 'stored') return tool.rawOutput;
  const output = fieldsOf(tool.rawOutput);
  for (const name of OUTPUTS) {
    const found = StoredPart.safeParse(output[name]);
    if (found.success) return found.data;
  }
  return undefined;
}

export interface CommandOutput extends Printed {
  /** A terminal was named that we know nothing of (AC-31). */
  unavailable: boolean;
}

/** What the command printed: the terminal that we ran, else the raw output, else the agent's own words about it. */
export function outputOf(tool: ToolFacts): CommandOutput {
  const terminal = (tool.content ?? []).find((part) => part.type === 'terminal');
  const shown = terminal === undefined ? null : printedByTerminal(terminal);
  if (shown !== null) return { ...shown, unavailable: false };
  const text = toldOutput(tool);
  if (text !== '') return { text, isCut: false, unavailable: false };
  const printed = printedInMeta(tool.meta);
  if (printed !== null && printed.text !== '') return { ...printed, unavailable: false };
  return { text: '', isCut: false, unavailable: terminal !== undefined };
}

/** What only `_meta` tells of an output; null where it tells nothing, or something else tells it, too. */
export function printedOnlyInMeta(tool: ToolFacts): Printed | null {
  const printed = printedInMeta(tool.meta);
  if (printed === null || printed.text === '' || storedOf(tool) !== undefined || toldOutput(tool) !== '') return null;
  return (tool.content ?? []).some((part) => part.type === 'terminal' && part.output !== undefined) ? null : printed;
}

function toldOutput(tool: ToolFacts): string {
  const raw = toldExit(rawOutputText(tool.rawOutput)).text;
  if (raw !== '') return raw;
  return (tool.content ?? [])
    .flatMap((part) => (part.type === 'content' && part.content.type === 'text' ? [plainText(part.content)] : []))
    .map(withoutFence)
    .join('\n');
}

function rawOutputText(raw: RawValue | undefined): string {
  const json = jsonOf(raw);
  if (typeof json === 'string') return json;
  if (!isRecord(json)) return '';
  const [out, err] = [json['stdout'], json['stderr']].map((value) => (typeof value === 'string' ? value : ''));
  if (out || err) return out && err ? `${out.replace(/\n$/, '')}\n${err}` : `${out}${err}`;
  for (const name of OUTPUTS) {
    const value = json[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** Claude wraps an output in a fence, which is for readers of markdown. */
const withoutFence = (text: string): string => /^```[^\n]*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
