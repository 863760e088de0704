import type { AuthMethod } from '@shared/acp/methods';
import type { AgentId, SessionId } from '@shared/ids';
import type { SignInProgress as Progress } from '@shared/ipc/signIn';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import { engine } from '../../ipc/engine';
import { useClock } from '../../stores/clock';
import { report } from '../../stores/report';
import { Button } from '../../ui/Button';
import { Spinner } from '../../ui/Spinner';
import { LinkedText } from '../markdown/LinkedText';
import { TerminalPanel } from '../terminals/TerminalPanel';
import { methodWords } from './methodWords';

export interface SignInProgressProps {
  sessionId: SessionId;
  agentId: AgentId;
  agent: string;
  progress: Progress;
  /** Undefined where it was begun from a session that lists other methods. */
  method: AuthMethod | undefined;
}

/** Where the sign-in stands: the terminal, the wait for a browser, the new start, or why it failed. */
export function SignInProgress({ sessionId, agentId, agent, progress, method }: SignInProgressProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const name = method === undefined ? agent : methodWords(t, method, agent).name;
  const again =
    method === undefined ? null : (
      <Button kind="primary" onClick={() => void report(engine.call.signIn.begin({ sessionId, methodId: method.id }))}>
        {t('common.retry')}
      </Button>
    );
  const back = (words: string) => (
    <Button onClick={() => void report(engine.call.signIn.cancel({ agentId }))}>{words}</Button>
  );

  switch (progress.status) {
    case 'authenticating':
      return (
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <Spinner className="size-3 text-work" />
          <span role="status" className="min-w-0 flex-1">
            {t('signIn.waiting', { name })}
          </span>
          <Waited since={progress.since} />
          {back(t('common.cancel'))}
        </div>
      );
    case 'terminal':
      return (
        <div className="mt-2.5">
          <TerminalPanel
            key={progress.ptyId}
            ptyId={progress.ptyId}
            label={t('terminal.label', { name })}
            actions={
              progress.ended === null ? (
                back(t('common.cancel'))
              ) : (
                <>
                  {again}
                  {back(t('signIn.otherWay'))}
                </>
              )
            }
          />
        </div>
      );
    case 'restarting':
      return (
        <p role="status" className="mt-2.5 flex items-center gap-2">
          <Spinner className="size-3 text-work" />
          {t('signIn.restarting', { agent })}
        </p>
      );
    case 'failed':
      return (
        <div className="mt-2.5">
          <div role="alert" className="rounded-md border border-stop-line bg-stop-bg px-3 py-2">
            <p className="font-[560]">{t('signIn.failed')}</p>
            <p className="text-muted selectable">
              {/* The agent's own words, where it has some: the request's name and code help nobody here. */}
              <LinkedText
                text={progress.error.code === 'agent.refused' ? progress.error.message : errorText(progress.error)}
              />
            </p>
          </div>
          <div className="mt-2.5 flex flex-wrap items-center gap-2">
            {again}
            {back(t('signIn.otherWay'))}
          </div>
        </div>
      );
  }
}

function Waited({ since }: { since: number }) {
  const { t } = useTranslation();
  const time = useClock((now) => {
    const seconds = Math.max(0, Math.round((now - since) / 1000));
    return seconds < 60
      ? t('time.seconds', { count: seconds })
      : t('time.minutes', { count: Math.floor(seconds / 60) });
  });
  return (
    <span aria-hidden="true" className="text-sm text-faint tabular-nums">
      {time}
    </span>
  );
}
