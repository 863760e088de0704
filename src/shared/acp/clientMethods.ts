import { z } from 'zod';
import { PermissionOption } from '../session/request';
import { fieldsOf, given, isRecord, optionalList, optionalNumber, optionalString, stringsOf } from './lenient';
import { parseToolCallPatch, type ToolCallPatch } from './update';

/**
 * What an agent asks of us (acp.md 3.6, 3.10). A reader gives undefined when the request cannot be understood; the
 * caller then answers -32602. Answers are strict schemas: a wrong one is our own mistake.
 */

export type PermissionRequest = {
  acpSessionId: string;
  toolCall: ToolCallPatch;
  options: PermissionOption[];
};

export function parsePermissionRequest(value: unknown): PermissionRequest | undefined {
  const fields = fieldsOf(value);
  const acpSessionId = optionalString(fields['sessionId']);
  const toolCall = isRecord(fields['toolCall']) ? parseToolCallPatch(fields['toolCall']) : undefined;
  const options = optionalList(fields['options'], parsePermissionOption) ?? [];
  if (acpSessionId === undefined || toolCall === undefined || options.length === 0) return undefined;
  return { acpSessionId, toolCall, options };
}

/** A kind that ACP does not name becomes `other`: the option is still offered. */
function parsePermissionOption(value: unknown): PermissionOption | undefined {
  const fields = fieldsOf(value);
  const optionId = optionalString(fields['optionId']);
  if (optionId === undefined) return undefined;
  const kind = PermissionOption.shape.kind.safeParse(fields['kind']);
  return {
    optionId,
    name: optionalString(fields['name']) ?? optionId,
    kind: kind.success ? kind.data : 'other',
  };
}

export const PermissionOutcome = z.union([
  z.strictObject({ outcome: z.literal('selected'), optionId: z.string() }),
  z.strictObject({ outcome: z.literal('cancelled') }),
]);
export type PermissionOutcome = z.infer<typeof PermissionOutcome>;
export const PermissionResponse = z.strictObject({ outcome: PermissionOutcome });

export type ReadTextFileRequest = {
  acpSessionId: string;
  /** Absolute. */
  path: string;
  /** 1-based. */
  line?: number;
  limit?: number;
};

export function parseReadTextFile(value: unknown): ReadTextFileRequest | undefined {
  const fields = fieldsOf(value);
  const acpSessionId = optionalString(fields['sessionId']);
  const path = optionalString(fields['path']);
  if (acpSessionId === undefined || path === undefined) return undefined;
  return given<ReadTextFileRequest>({
    acpSessionId,
    path,
    line: naturalOf(fields['line']),
    limit: naturalOf(fields['limit']),
  });
}

export const ReadTextFileResponse = z.strictObject({ content: z.string() });

export type WriteTextFileRequest = { acpSessionId: string; path: string; content: string };

export function parseWriteTextFile(value: unknown): WriteTextFileRequest | undefined {
  const fields = fieldsOf(value);
  const acpSessionId = optionalString(fields['sessionId']);
  const path = optionalString(fields['path']);
  const content = optionalString(fields['content']);
  if (acpSessionId === undefined || path === undefined || content === undefined) return undefined;
  return { acpSessionId, path, content };
}

export type CreateTerminalRequest = {
  acpSessionId: string;
  command: string;
  args: string[];
  env: { name: string; value: string }[];
  cwd?: string;
  /** Bytes of output to keep, cut from the start. */
  outputByteLimit?: number;
};

export function parseCreateTerminal(value: unknown): CreateTerminalRequest | undefined {
  const fields = fieldsOf(value);
  const acpSessionId = optionalString(fields['sessionId']);
  const command = optionalString(fields['command']);
  if (acpSessionId === undefined || command === undefined || command === '') return undefined;
  return given<CreateTerminalRequest>({
    acpSessionId,
    command,
    args: stringsOf(fields['args']) ?? [],
    env: optionalList(fields['env'], parseVariable) ?? [],
    cwd: optionalString(fields['cwd']),
    outputByteLimit: naturalOf(fields['outputByteLimit']),
  });
}

function parseVariable(value: unknown): { name: string; value: string } | undefined {
  const fields = fieldsOf(value);
  const name = optionalString(fields['name']);
  const text = optionalString(fields['value']);
  return name === undefined || text === undefined ? undefined : { name, value: text };
}

export const CreateTerminalResponse = z.strictObject({ terminalId: z.string() });

/** Of terminal/output, wait_for_exit, kill and release. */
export type TerminalRequest = { acpSessionId: string; terminalId: string };

export function parseTerminalRequest(value: unknown): TerminalRequest | undefined {
  const fields = fieldsOf(value);
  const acpSessionId = optionalString(fields['sessionId']);
  const terminalId = optionalString(fields['terminalId']);
  return acpSessionId === undefined || terminalId === undefined ? undefined : { acpSessionId, terminalId };
}

export const TerminalExit = z.strictObject({
  exitCode: z.number().int().nonnegative().nullable(),
  signal: z.string().nullable(),
});
export type TerminalExit = z.infer<typeof TerminalExit>;
export const TerminalOutput = z.strictObject({
  output: z.string(),
  truncated: z.boolean(),
  exitStatus: TerminalExit.optional(),
});
export type TerminalOutput = z.infer<typeof TerminalOutput>;

const naturalOf = (value: unknown): number | undefined => {
  const number = optionalNumber(value);
  return number !== undefined && number >= 0 ? Math.floor(number) : undefined;
};
