import { expect, it } from 'vitest';
import { hideSecrets } from '../acp/redact';
import { Wiretap } from '../acp/wiretap';
import { StderrLines } from './stderrLines';

function lines() {
  const told: string[] = [];
  let due: (() => void) | null = null;
  const clock = {
    setTimer: (_ms: number, run: () => void) => {
      due = run;
      return () => (due = null);
    },
  };
  return { told, lines: new StderrLines(clock, (text) => told.push(text)), pass: () => due?.() };
}

it('are told whole, however they were cut', () => {
  const { told, lines: stderr } = lines();
  for (const chunk of ['one\ntw', 'o', '\nthree\r\nfo', 'ur']) stderr.add(chunk);
  expect(told).toEqual(['one', 'two\nthree']);
  stderr.flush();
  stderr.flush();
  expect(told).toEqual(['one', 'two\nthree', 'four']);
});

it('are told without an end once nothing more comes, or when they are too long', () => {
  const { told, lines: stderr, pass } = lines();
  stderr.add('Continue? ');
  pass();
  expect(told).toEqual(['Continue?']);
  stderr.add('x'.repeat(300_000));
  expect(told[1]).toHaveLength(300_000);
});

it('show no secret that came in two chunks', () => {
  const { told, lines: stderr } = lines();
  const secret = 'plain words of mine';
  stderr.add('OPENAI_API_KEY=hunter2');
  stderr.add('hunter2 and plain wo');
  stderr.add('rds of mine\n');
  const tap = new Wiretap({ now: () => 0 });
  for (const text of told) tap.note('stderr', text);
  const shown = tap.frames().map(({ text }) => hideSecrets(text, [secret]));
  expect(shown).toEqual(['OPENAI_API_KEY=[redacted] and [redacted]']);
});
