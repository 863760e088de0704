import { describe, expect, it } from 'vitest';
import { isSessionNotFound } from './notFound';

const refused = (rpcCode: number, message: string) =>
  ({ code: 'agent.refused', method: 'session/load', rpcCode, message }) as const;

describe('a refused load', () => {
  it.each([
    [-32002, 'anything'],
    [-32602, 'Session "abc" not found'],
    [-32602, 'No such session'],
    [-32603, 'Internal error: session abc not found'],
    [-32603, 'Internal error: NotFoundError'],
    [-32603, 'The session does not exist'],
  ])('means that the agent forgot the session: %d %s', (code, message) => {
    expect(isSessionNotFound(refused(code, message))).toBe(true);
  });

  it.each([
    [-32602, 'cwd must be absolute'],
    [-32603, 'Internal error'],
    [-32000, 'Session not found: log in first'],
    [-32601, 'Method not found: session/load'],
  ])('means something else: %d %s', (code, message) => {
    expect(isSessionNotFound(refused(code, message))).toBe(false);
  });

  it('is no end of the process', () => {
    expect(isSessionNotFound({ code: 'agent.exited', exitCode: 1, signal: null, stderrTail: 'not found' })).toBe(false);
  });
});
