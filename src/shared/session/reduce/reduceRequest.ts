import type { RequestId } from '../../ids';
import { isRejection, type SessionRequest, type Settlement } from '../request';
import type { Draft, Stamp } from './draft';
import { reducePermissionAnswer } from './reduceToolCall';

export function openRequest(draft: Draft, stamp: Stamp, request: SessionRequest): void {
  const waits = draft.state.requests.some(({ requestId }) => requestId === request.requestId);
  if (waits || indexOfRequest(draft, request.requestId) !== -1) return;
  draft.add({ kind: 'request', request, settlement: null, open: true }, stamp);
  draft.state.requests = [...draft.state.requests, request];
}

/** Settled once: whoever comes second (a late click, a withdrawal after the answer) changes nothing. */
export function settleRequest(draft: Draft, stamp: Stamp, requestId: RequestId, settlement: Settlement): void {
  const { state } = draft;
  const request = state.requests.find((waiting) => waiting.requestId === requestId);
  if (request === undefined) return;
  state.requests = state.requests.filter((waiting) => waiting !== request);
  const index = indexOfRequest(draft, requestId);
  const item = draft.items[index];
  if (item?.kind === 'request') {
    draft.put(index, { endedAt: stamp.at, ...item, settlement, open: false, seq: stamp.seq });
  }
  if (request.kind === 'permission' && settlement.kind === 'answered' && settlement.answer.kind === 'permission') {
    reducePermissionAnswer(draft, stamp, request, isRejection(request, settlement));
  }
}

const indexOfRequest = (draft: Draft, requestId: RequestId): number =>
  draft.items.findLastIndex((item) => item.kind === 'request' && item.request.requestId === requestId);
