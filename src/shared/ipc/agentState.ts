import type { AgentView } from './views';

/**
 * What can be said of an agent in a word. `notChecked`: its program is there, and was never started as it is now;
 * `broken`: its last start failed; `tooOld`: it speaks another version of the protocol.
 */
export type AgentState =
  | 'looking'
  | 'notFound'
  /** Its program is there and did not say what it is. */
  | 'silent'
  | 'notChecked'
  | 'checking'
  | 'ready'
  | 'needsSignIn'
  | 'tooOld'
  | 'broken';

export function agentStateOf(agent: AgentView): AgentState {
  const { availability, checking, lastError, probe, signInNeeded, origin } = agent;
  if (availability.status === 'looking') return 'looking';
  if (availability.status === 'missing') return availability.rejected.some(({ late }) => late) ? 'silent' : 'notFound';
  if (origin === 'demo') return 'ready';
  if (checking) return 'checking';
  if (lastError !== null) return lastError.code === 'agent.protocolUnsupported' ? 'tooOld' : 'broken';
  if (signInNeeded) return 'needsSignIn';
  return probe === null ? 'notChecked' : 'ready';
}
