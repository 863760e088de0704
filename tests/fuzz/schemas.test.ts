import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as clientMethods from '../../src/shared/acp/clientMethods';
import { parseContentBlock, parseToolCallContent } from '../../src/shared/acp/content';
import * as cursor from '../../src/shared/acp/cursor';
import { parseElicitation } from '../../src/shared/acp/elicitation';
import { parseAuthMethod, parseInitializeResult } from '../../src/shared/acp/initialize';
import { isRecord } from '../../src/shared/acp/lenient';
import * as sessionMethods from '../../src/shared/acp/sessionMethods';
import { parseTodoPatch } from '../../src/shared/acp/todos';
import { parseConfigOptions, parseSessionUpdate, SessionUpdate } from '../../src/shared/acp/update';
import { FUZZ_TIME, fuzz } from '../support/fuzz/fuzz';
import { mutated, mutation, oddValue } from '../support/fuzz/oddValue';

const READERS: readonly ((value: unknown) => unknown)[] = [
  clientMethods.parsePermissionRequest,
  clientMethods.parseReadTextFile,
  clientMethods.parseWriteTextFile,
  clientMethods.parseCreateTerminal,
  clientMethods.parseTerminalRequest,
  parseContentBlock,
  parseToolCallContent,
  cursor.parseAskQuestion,
  cursor.parseCreatePlan,
  cursor.parseUpdateTodos,
  cursor.parseTask,
  cursor.parseGenerateImage,
  cursor.parseAvailableModels,
  parseElicitation,
  parseInitializeResult,
  parseAuthMethod,
  sessionMethods.parseSessionSetup,
  sessionMethods.parseNewSessionResult,
  sessionMethods.parseListSessionsResult,
  sessionMethods.parsePromptResult,
  sessionMethods.parseSetConfigOptionResult,
  sessionMethods.parseSteeringResult,
  parseTodoPatch,
  parseConfigOptions,
  parseSessionUpdate,
];

const FOLDER = join(import.meta.dirname, '../fixtures');
/** Everything that seven real agents sent as params or result. */
const seen: unknown[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').trim().split('\n'))
  .flatMap((line) => {
    const { dir, msg }: { dir: string; msg: Record<string, unknown> } = JSON.parse(line);
    return dir === 'agent' ? [msg['params'] ?? msg['result'] ?? msg['error']] : [];
  });
const updates = seen.flatMap((params) => (isRecord(params) && isRecord(params['update']) ? [params['update']] : []));

describe('the lenient schemas', () => {
  it(
    'no reader throws, whatever it is given',
    (context) =>
      fuzz(context, 300, [oddValue], (value) => {
        for (const read of READERS) read(value);
      }),
    FUZZ_TIME,
  );

  it(
    'no reader throws on what a real agent sent with two places of it broken',
    (context) =>
      fuzz(context, 500, [fc.constantFrom(...seen), mutation, mutation, fc.nat()], (value, first, second, which) => {
        const broken = mutated(mutated(value, first), second);
        READERS[which % READERS.length]?.(broken);
        parseSessionUpdate(isRecord(broken) ? broken['update'] : broken);
      }),
    FUZZ_TIME,
  );

  it(
    'what was read of a broken update is an update by our own schema, and the same when it is read from disk again',
    (context) =>
      fuzz(context, 500, [fc.constantFrom(...updates), mutation], (value, broken) => {
        const read = parseSessionUpdate(mutated(value, broken));
        expect(SessionUpdate.safeParse(read).error).toBeUndefined();
        const again: unknown = JSON.parse(JSON.stringify(read));
        expect(SessionUpdate.parse(again)).toEqual(JSON.parse(JSON.stringify(read)));
      }),
    FUZZ_TIME,
  );

  it(
    'one broken field of a tool call leaves every other as it was',
    (context) =>
      fuzz(
        context,
        300,
        [fc.constantFrom('title', 'kind', 'status', 'content', 'locations'), oddValue],
        (field, put) => {
          const good = {
            sessionUpdate: 'tool_call',
            toolCallId: 'c',
            title: 'Edit',
            kind: 'edit',
            status: 'completed',
            content: [{ type: 'diff', path: '/a', oldText: 'a', newText: 'b' }],
            locations: [{ path: '/a', line: 3 }],
          };
          const whole = parseSessionUpdate(good);
          const read: Record<string, unknown> = { ...parseSessionUpdate({ ...good, [field]: put }) };
          for (const [name, value] of Object.entries(whole)) if (name !== field) expect(read[name]).toEqual(value);
        },
      ),
    FUZZ_TIME,
  );
});
