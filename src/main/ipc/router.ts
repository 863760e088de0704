import { type AppError, fail, type Result, toAppError } from '@shared/errors';
import type { Contract, Handlers } from '@shared/ipc/wire';

export interface Router {
  /** Never throws and never rejects: whatever happens is a Result. */
  call(method: string, input: unknown): Promise<Result<unknown>>;
}

/** A method, not a function: its one caller passes what the schema has just proved. */
interface AnyHandler {
  run(input: unknown): Promise<Result<unknown>>;
}

interface Entry {
  parse(input: unknown): { success: true; data: unknown } | { success: false; issues: string[] };
  run(input: unknown): Promise<Result<unknown>>;
}

/**
 * Derives a flat table `group.method` from the contract: every input is parsed here, once, and nothing behind this door
 * distrusts it again. `onDefect` hears of exceptions, which are faults of ours and answered as `engine.failed`.
 */
export function createRouter<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  onDefect: (method: string, thrown: unknown) => void,
): Router {
  const entries = new Map<string, Entry>();
  for (const [group, methods] of Object.entries(contract)) {
    for (const [name, definition] of Object.entries(methods)) {
      const run: ((input: never) => Promise<Result<unknown>>) | undefined = handlers[group]?.[name];
      if (run === undefined) throw new Error(`the contract's ${group}.${name} has no handler`);
      const handler: AnyHandler = { run };
      entries.set(`${group}.${name}`, {
        parse(input) {
          const parsed = definition.input.safeParse(input);
          if (parsed.success) return { success: true, data: parsed.data };
          const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
          return { success: false, issues };
        },
        run: (input) => handler.run(input),
      });
    }
  }
  return {
    async call(method, input) {
      const entry = entries.get(method);
      if (entry === undefined) return fail({ code: 'ipc.unknownMethod', method });
      try {
        const parsed = entry.parse(input);
        if (!parsed.success) return fail({ code: 'ipc.invalidInput', method, issues: parsed.issues });
        return await entry.run(parsed.data);
      } catch (thrown) {
        const error: AppError = toAppError(thrown);
        if (error.code === 'engine.failed') onDefect(method, thrown);
        return fail(error);
      }
    },
  };
}
