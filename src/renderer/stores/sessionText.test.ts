import { fail, ok } from '@shared/errors';
import type { TextQuery } from '@shared/ipc/reading';
import { expect, it } from 'vitest';
import { sessionText } from './sessionText';
import { useUi } from './ui';

const reader = (last: number) => ({
  call: {
    sessions: {
      text: ({ from }: TextQuery) => Promise.resolve(ok({ text: `[${from}]`, next: from >= last ? null : from + 1 })),
    },
  },
});

it('reads the text of a stretch page by page', async () => {
  expect(await sessionText('s', 2, 9, reader(5))).toEqual({ text: '[2][3][4][5]', isCut: false, error: false });
  expect(await sessionText('s', 4, 4, reader(5))).toEqual({ text: '', isCut: false, error: false });
});

it('stops where the clipboard would be too full, and says so', async () => {
  expect(await sessionText('s', 0, 99, reader(50), 5)).toEqual({ text: '[0][1]', isCut: true, error: false });
});

it('shows what failed', async () => {
  const error = { code: 'session.unknown', sessionId: 's' } as const;
  const client = { call: { sessions: { text: () => Promise.resolve(fail(error)) } } };
  expect(await sessionText('s', 0, 9, client)).toMatchObject({ error: true });
  expect(useUi.getState().problems.at(-1)?.error).toEqual(error);
});
