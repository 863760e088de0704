import type { AppError } from '@shared/errors';

const SAYS_UNKNOWN = /not\s*found|no such session|unknown session|does not exist|doesn't exist|not exist/i;

/**
 * Did the agent say that it no longer knows the session? -32002 by the protocol; Cursor answers -32602 and others -32603
 * with words (AC-12, acp.md 3.12).
 */
export function isSessionNotFound(error: AppError): boolean {
  if (error.code !== 'agent.refused') return false;
  if (error.rpcCode === -32002) return true;
  return (error.rpcCode === -32602 || error.rpcCode === -32603) && SAYS_UNKNOWN.test(error.message);
}
