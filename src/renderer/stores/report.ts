import type { Result } from '@shared/errors';
import { addProblem } from './ui';

/** Waits for a call; where it failed the error is shown in a line above the main area. Undefined then. */
export async function report<T>(call: Promise<Result<T>>): Promise<T | undefined> {
  const result = await call;
  if (result.ok) return result.value;
  addProblem(result.error);
  return undefined;
}
