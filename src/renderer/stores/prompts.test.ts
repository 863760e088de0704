import { ok } from '@shared/errors';
import type { PromptsQuery } from '@shared/ipc/reading';
import { emptySession } from '@shared/session/state';
import { beforeEach, describe, expect, it } from 'vitest';
import { promptBeside, promptsBefore, promptsIn } from './prompts';
import { setReplicaSnapshot, useReplicas } from './replicas';
import { message } from '../../../tests/support/messages';

/** Prompts at every tenth place; the page holds those from 100 on. */
const window = Array.from({ length: 30 }, (_, index) =>
  message(100 + index, `At\n ${100 + index}`, index % 10 === 0 ? 'user' : 'agent'),
);
const reader = {
  call: {
    sessions: {
      prompts: ({ before }: PromptsQuery) => {
        const all = Array.from({ length: 10 }, (_, index) => ({ ordinal: index * 10, at: 0, text: '' })).toReversed();
        const left = all.filter(({ ordinal }) => ordinal < before);
        const prompts = left.slice(0, 4);
        return Promise.resolve(ok({ prompts, next: left.length > 4 ? (prompts.at(-1)?.ordinal ?? null) : null }));
      },
    },
  },
};

describe('the prompts of a long session (AC-76)', () => {
  beforeEach(() => {
    useReplicas.setState({ byId: {} });
    setReplicaSnapshot('s', {
      state: { ...emptySession('s'), items: window, nextOrdinal: 130 },
      hasOlder: true,
      draft: { text: '', attachments: [] },
      place: null,
      projectId: 'p',
      agentId: 'a',
      cwd: '/',
    });
  });

  it('are those that the page holds, in one line each, and all before them', async () => {
    expect(promptsIn(window).map(({ ordinal, text }) => `${ordinal} ${text}`)).toEqual([
      '100 At 100',
      '110 At 110',
      '120 At 120',
    ]);
    const before: number[] = [];
    for await (const page of promptsBefore('s', 100, reader)) before.push(...page.map(({ ordinal }) => ordinal));
    expect(before).toEqual([90, 80, 70, 60, 50, 40, 30, 20, 10, 0]);
  });

  it.each([
    [125, -1, 120],
    [120, -1, 110],
    [100, -1, 90],
    [35, -1, 30],
    [0, -1, null],
    [105, 1, 110],
    [120, 1, null],
    [90, 1, 100],
    [35, 1, 40],
    [0, 1, 10],
  ] as const)('from %i by %i is %s', async (ordinal, by, expected) => {
    expect(await promptBeside('s', ordinal, by, reader)).toBe(expected);
  });
});
