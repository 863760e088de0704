import type { AppError } from '../errors';
import type { AuthMethod } from './initialize';

/** What agents write where nobody is signed in and the code does not say so (issue reports and acp.md 3.8). */
const SAYS_SIGN_IN = [
  /\bnot (?:yet )?(?:logged|signed) in\b/i,
  /\bnot authenticated\b|\bunauthenticated\b|\bunauthori[sz]ed\b/i,
  /\b(?:log[ -]?in|sign[ -]?in|authentication|authorization)(?: is)? (?:required|needed|expired|failed)\b/i,
  /\b(?:please|must|need to|have to) (?:first )?(?:log|sign) ?in\b/i,
  /\b(?:please|must|need to|have to) (?:first )?(?:re-?)?authenticate\b/i,
  /\b(?:invalid|missing|incorrect|no) api[ _-]?key\b/i,
  /\b(?:session|token|credentials?) (?:has |have |is |are )?expired\b.*\b(?:log|sign) ?in\b/i,
];

export const saysSignIn = (text: string): boolean => SAYS_SIGN_IN.some((pattern) => pattern.test(text));

/** What the error says of a sign-in that is wanted; null where it is about something else. */
export function signInNeed(error: AppError | null): { message: string; methods: readonly AuthMethod[] } | null {
  return error?.code === 'agent.authRequired' ? error : null;
}
