import type { PtyId } from '@shared/ids';
import type { PtyExit } from '@shared/ipc/signIn';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../stores/app';
import { shownKeys } from '../../ui/keys';
import { Kbd } from '../../ui/Kbd';
import { ExternalLink } from '../markdown/ExternalLink';
import { urlsIn } from '../markdown/urlsIn';
import { ansiLines } from './ansiLines';
import { LEAVE_KEYS } from './terminalKeys';

/** Only who opens a terminal loads one. */
const Screen = lazy(async () => ({ default: (await import('./TerminalScreen')).TerminalScreen }));

export interface TerminalPanelProps {
  ptyId: PtyId;
  /** What runs in it, in words. */
  label: string;
  /** What can be done about it, in the bar below: the keys that leave the terminal lead to the first of these. */
  actions: ReactNode;
}

/** A terminal with its bar: what can be done, the keys that lead out, and the addresses that its program named. */
export function TerminalPanel({ ptyId, label, actions }: TerminalPanelProps) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const platform = useApp((state) => state.app?.platform ?? 'linux');
  const [output, setOutput] = useState('');
  const [exit, setExit] = useState<PtyExit | null>(null);
  const urls = useMemo(() => urlsIn(plainText(output)).slice(-3), [output]);
  const leave = useCallback(() => bar.current?.querySelector<HTMLElement>('button, a[href]')?.focus(), []);
  const onTold = useCallback((text: string, how: PtyExit | null) => {
    setOutput(text);
    setExit(how);
  }, []);
  return (
    <section aria-label={label} className="overflow-hidden rounded-md border border-line bg-code">
      <div className="py-2 pl-2.5">
        <Suspense fallback={<p className="h-[272px] text-sm text-muted">{t('common.loading')}</p>}>
          <Screen ptyId={ptyId} label={label} onLeave={leave} onTold={onTold} />
        </Suspense>
      </div>
      {urls.length === 0 ? null : (
        <ul aria-label={t('terminal.links')} className="border-t border-line px-3 py-1.5 text-sm">
          {urls.map((url) => (
            <li key={url} className="truncate underline decoration-line-strong underline-offset-2">
              <ExternalLink url={url}>{url}</ExternalLink>
            </li>
          ))}
        </ul>
      )}
      <div ref={bar} className="flex flex-wrap items-center gap-2 border-t border-line bg-surface px-3 py-2">
        {actions}
        <span className="flex-1" />
        <span role="status" className="text-sm text-muted">
          {exit === null
            ? null
            : exit.signal === null
              ? t('terminal.ended', { code: exit.exitCode ?? '?' })
              : t('terminal.endedBySignal', { signal: exit.signal })}
        </span>
        {exit === null ? (
          <span className="flex items-center gap-1.5 text-sm text-faint">
            {t('terminal.keys')} <Kbd>{shownKeys(LEAVE_KEYS, platform)}</Kbd>
          </span>
        ) : null}
      </div>
    </section>
  );
}

const plainText = (output: string): string =>
  ansiLines(output)
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n');
