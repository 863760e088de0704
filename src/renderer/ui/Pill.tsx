import type { ReactNode } from 'react';
import { cx } from './cx';

export type Tone = 'go' | 'need' | 'stop' | 'work' | 'quiet';

const tones: Record<Tone, string> = {
  go: 'bg-go-bg text-go',
  need: 'bg-need-bg text-need',
  stop: 'bg-stop-bg text-stop',
  work: 'bg-work-bg text-work',
  quiet: 'bg-hover text-muted',
};

export const toneText: Record<Tone, string> = {
  go: 'text-go',
  need: 'text-need',
  stop: 'text-stop',
  work: 'text-work',
  quiet: 'text-faint',
};

export function Pill({ tone, className, children }: { tone: Tone; className?: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-[22px] shrink-0 items-center gap-1.5 rounded-full px-2 text-sm font-[530] whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** A small word in a box: "ready", "demo". */
export function Tag({ children, tone = 'quiet' }: { children: ReactNode; tone?: Tone }) {
  return (
    <span
      className={cx(
        'shrink-0 rounded-[4px] border border-line px-[5px] text-xs leading-4 whitespace-nowrap',
        tone === 'quiet' ? 'text-muted' : toneText[tone],
      )}
    >
      {children}
    </span>
  );
}
