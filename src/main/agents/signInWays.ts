import { saysSignIn } from '@shared/acp/signInNeed';
import type { AuthMethod } from '@shared/acp/methods';
import type { AppError } from '@shared/errors';
import type { Adapter } from './adapters/types';
import type { AgentProgram } from './startAgent';

/** Every way to sign in: those that the agent told, and those that its adapter knows besides. */
export function allWays(told: readonly AuthMethod[], adapter: Adapter): AuthMethod[] {
  const { keys, methods } = adapter.signIn;
  const whole = told.map((method): AuthMethod => {
    const wanted = method.type === 'agent' ? keys[method.id] : undefined;
    return wanted === undefined ? method : { ...method, type: 'env_var', ...wanted };
  });
  return [...whole, ...methods.filter(({ id }) => !told.some((method) => method.id === id))];
}

/**
 * An error for want of a sign-in, with all ways to it; any other as it is. An agent that ends at its start with such words
 * on stderr counts too, where we know a way that it had no chance to tell.
 */
export function withWays(method: string, error: AppError, adapter: Adapter): AppError {
  if (error.code === 'agent.authRequired') return { ...error, methods: allWays(error.methods, adapter) };
  const { methods } = adapter.signIn;
  if (method !== 'initialize' || error.code !== 'agent.exited' || methods.length === 0) return error;
  const line = error.stderrTail.split('\n').findLast(saysSignIn);
  return line === undefined ? error : { code: 'agent.authRequired', message: line.trim(), methods };
}

/**
 * What the terminal of a method runs. The standard form is the agent's own program with arguments appended, the older one
 * in `_meta` a command of its own (acp.md 3.8), and an adapter's own way stands in the place of the agent's arguments.
 */
export function terminalProgram(
  method: AuthMethod,
  program: AgentProgram,
  configured: string,
  adapter: Adapter,
): Pick<AgentProgram, 'command' | 'args' | 'env'> {
  const { signIn } = adapter;
  const args = method.args ?? [];
  // Last, so that nothing takes the process out of its tree.
  const marks = Object.entries(program.env).filter(([name]) => name.startsWith('SIGNALBOX_'));
  const env = { ...program.env, ...method.env, ...Object.fromEntries(marks) };
  for (const name of signIn.unsetEnv) if (method.env?.[name] === undefined) delete env[name];
  if (signIn.methods.some(({ id }) => id === method.id)) {
    return { command: program.command, args: signIn.terminalArgs(program.args), env };
  }
  if (method.command === undefined) return { command: program.command, args: [...program.args, ...args], env };
  const command = method.command === configured ? program.command : method.command;
  return { command, args, env };
}
