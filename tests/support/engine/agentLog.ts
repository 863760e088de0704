import type { FakeAgentRun } from '../../agents/fakeAgentRun';

/** What a fake agent was sent, in the order in which it came. */

/** The methods of all requests and notifications. */
export const methodsSent = (run: FakeAgentRun): string[] =>
  run.log().flatMap((entry) => (entry.in?.method === undefined ? [] : [entry.in.method]));

/** The params of all requests and notifications of this method. */
export const sentTo = (run: FakeAgentRun, method: string): Record<string, unknown>[] =>
  run.log().flatMap((entry) => (entry.in?.method === method ? [entry.in.params ?? {}] : []));

/** The answers to the agent's own requests of this method: the result, or the error. */
export function answersTo(run: FakeAgentRun, method: string): unknown[] {
  const log = run.log();
  const asked = log.filter((entry) => entry.asked?.method === method);
  return asked.flatMap(({ pid, asked: request }) =>
    log.flatMap((entry) =>
      entry.pid === pid && entry.in?.method === undefined && entry.in?.id === request?.id
        ? [entry.in?.result ?? { error: entry.in?.error }]
        : [],
    ),
  );
}

/** What came last: the methods of requests and notifications, and `an answer` for each to a request of the agent's own. */
export const lastSent = (run: FakeAgentRun, count: number): string[] =>
  run
    .log()
    .flatMap((entry) => (entry.in === undefined ? [] : [entry.in.method ?? 'an answer']))
    .slice(-count);

/** How often the agent's program was started. */
export const startsOf = (run: FakeAgentRun): number => run.log().filter((entry) => entry.event === 'start').length;
