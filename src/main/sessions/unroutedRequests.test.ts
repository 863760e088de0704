import { expect, it } from 'vitest';
import type { SessionRequest } from '@shared/session/request';
import { UnroutedRequests } from './unroutedRequests';

const clock = { now: () => 1000, setTimer: () => () => undefined };
const asked = (requestId: string, elicitationId: string): SessionRequest => ({
  kind: 'url',
  requestId,
  openedAt: 0,
  message: '',
  url: 'https://a.test',
  elicitationId,
});

it('a page that the agent calls done is answered at its own connection, and nowhere else', async () => {
  const unrouted = new UnroutedRequests(clock);
  const { signal } = new AbortController();
  const one = unrouted.open({ agentId: 'a', connectionId: 'c1' }, asked('r1', 'e'), signal);
  void unrouted.open({ agentId: 'a', connectionId: 'c2' }, asked('r2', 'e'), signal);
  void unrouted.open({ agentId: 'a', connectionId: 'c1' }, asked('r3', 'other'), signal);
  unrouted.completeUrl('c1', 'e');
  expect(await one).toEqual({ action: 'accept' });
  expect(unrouted.list().map(({ request }) => request.requestId)).toEqual(['r2', 'r3']);
});
