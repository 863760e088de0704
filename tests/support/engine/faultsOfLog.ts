import type { FakeAgentLogEntry } from '../../agents/fakeAgentRun';
import { type Frame, validateConversation } from '../acpSchema';

/** What is wrong with what fake agents were sent: by the official schema, and by what the fake itself calls a violation. */
export function faultsOfLog(log: readonly FakeAgentLogEntry[]): string[] {
  const pids = new Set(log.map(({ pid }) => pid));
  return [...pids].flatMap((pid) => {
    const mine = log.filter((entry) => entry.pid === pid);
    const sent = mine.flatMap((entry): Frame[] => (entry.in === undefined ? [] : [entry.in]));
    const received = mine.flatMap((entry): Frame[] => (entry.asked === undefined ? [] : [entry.asked]));
    const violations = mine.flatMap((entry) => (entry.event === 'violation' ? [entry.what ?? 'a violation'] : []));
    return [
      ...validateConversation(
        sent.filter((frame) => !isCancellation(frame)),
        received,
      ),
      ...violations,
    ];
  });
}

/** `$/cancel_request` is JSON-RPC's, not the schema's. */
const isCancellation = (frame: Frame): boolean => frame.method === '$/cancel_request';
