import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * The official SDK's own JSON schema as the judge of what goes over the wire. `validateSent` is for what we write: tests
 * that look into a fake agent's log pass every frame of it through here.
 */

interface Definition {
  'x-method'?: string;
  'x-side'?: 'agent' | 'client' | 'both';
}

const require = createRequire(import.meta.url);
const schema: { $defs: Record<string, Definition> } = JSON.parse(
  readFileSync(require.resolve('@agentclientprotocol/sdk/schema/v1/schema.json'), 'utf8'),
);

/** Unstable still, and sent only where the agent offers it: judged by the schema that has it. */
const UNSTABLE: { $defs: Record<string, Definition> } = JSON.parse(
  readFileSync(require.resolve('@agentclientprotocol/sdk/schema/v1/schema.unstable.json'), 'utf8'),
);
for (const name of ['ForkSessionRequest', 'ForkSessionResponse', 'SystemPrompt', 'SystemPromptMode'])
  schema.$defs[name] = UNSTABLE.$defs[name] ?? {};

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
for (const format of ['uint16', 'uint32', 'uint64', 'int64', 'double']) ajv.addFormat(format, true);
ajv.addSchema({ ...schema, $id: 'acp' });

const compiled = new Map<string, ValidateFunction>();

export function validatorOf(definition: string): ValidateFunction {
  let validate = compiled.get(definition);
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `acp#/$defs/${definition}` });
    compiled.set(definition, validate);
  }
  return validate;
}

/** What is wrong with the value, one line a fault; empty when it is valid. */
export function faultsOf(definition: string, value: unknown): string[] {
  const validate = validatorOf(definition);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${definition}${error.instancePath} ${error.message}`);
}

type Part = 'Request' | 'Response' | 'Notification';

/** The schema's name for a method's params or answer; undefined for methods that the protocol does not name. */
export function definitionOf(method: string, part: Part): string | undefined {
  return Object.keys(schema.$defs).find((name) => schema.$defs[name]?.['x-method'] === method && name.endsWith(part));
}

/** Sent by nobody but us, and named by no schema: legacy and extensions (acp.md 3.2, 3.13; cursor-acp.md 1.4). */
const OUTSIDE_THE_SCHEMA = /^(?:session\/set_model|_session\/steering|_?cursor\/\w+)$/;

/** Faults of a request or notification of ours. A method that nobody knows is a fault. */
export function validateSent(method: string, params: unknown): string[] {
  const definition = definitionOf(method, 'Request') ?? definitionOf(method, 'Notification');
  if (definition !== undefined) return faultsOf(definition, params);
  return OUTSIDE_THE_SCHEMA.test(method) ? [] : [`${method} is no method of the protocol`];
}

/** Faults of our answer to a request of the agent. */
export function validateAnswer(method: string, result: unknown): string[] {
  const definition = definitionOf(method, 'Response');
  if (definition !== undefined) return faultsOf(definition, result);
  return OUTSIDE_THE_SCHEMA.test(method) ? [] : [`${method} is no method of the protocol`];
}

export interface Frame {
  id?: string | number | null;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: unknown;
}

/**
 * Faults of a whole conversation: everything that we wrote into one agent, with the agent's requests to know what our
 * answers are about. `sent` and `received` are in wire order.
 */
export function validateConversation(sent: readonly Frame[], received: readonly Frame[]): string[] {
  const asked = new Map<string, string>();
  for (const frame of received) {
    if (frame.method !== undefined && frame.id !== undefined) asked.set(String(frame.id), frame.method);
  }
  return sent.flatMap((frame) => {
    if (frame.method !== undefined) return validateSent(frame.method, frame.params);
    const method = asked.get(String(frame.id));
    if (method === undefined) return [`an answer to ${String(frame.id)}, which was never asked`];
    return frame.error === undefined ? validateAnswer(method, frame.result) : [];
  });
}
