import type { AppError } from '@shared/errors';
import { useCallback } from 'react';
import { create } from 'zustand';
import type { FieldValue } from './formValues';
import type { PlanComment } from './planReply';

/** What a person has begun to answer. Lives by the request, so that it survives the card's coming and going. */
export interface RequestDraft {
  /** The part of the card that is open: its choices, or the words for a refusal. */
  mode: 'choose' | 'reason' | 'edit';
  reason: string;
  /** What was said about lines of a plan. */
  comments: readonly PlanComment[];
  /** The plan as the person rewrote it so far; null: untouched. */
  edited: string | null;
  /** Which question is on screen. */
  step: number;
  selected: Readonly<Record<string, readonly string[]>>;
  fields: Readonly<Record<string, FieldValue>>;
  /** The person tried to send it as it is: what is missing is said now. */
  tried: boolean;
  sending: boolean;
  error: AppError | null;
}

const EMPTY: RequestDraft = {
  mode: 'choose',
  reason: '',
  comments: [],
  edited: null,
  step: 0,
  selected: {},
  fields: {},
  tried: false,
  sending: false,
  error: null,
};

/** Requests are few; what was settled long ago is let go. */
const KEPT = 200;

const useDrafts = create<{ drafts: Readonly<Record<string, RequestDraft>> }>()(() => ({ drafts: {} }));

export function changeDraft(requestId: string, change: Partial<RequestDraft>): void {
  useDrafts.setState(({ drafts }) => {
    const { [requestId]: draft = EMPTY, ...others } = drafts;
    const kept = Object.entries(others).slice(-KEPT);
    return { drafts: { ...Object.fromEntries(kept), [requestId]: { ...draft, ...change } } };
  });
}

export function useRequestDraft(requestId: string): [RequestDraft, (change: Partial<RequestDraft>) => void] {
  const draft = useDrafts(({ drafts }) => drafts[requestId]) ?? EMPTY;
  const change = useCallback((next: Partial<RequestDraft>) => changeDraft(requestId, next), [requestId]);
  return [draft, change];
}
