import { signInNeed } from '@shared/acp/signInNeed';
import type { SessionId } from '@shared/ids';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorDetail } from '../../i18n/errorText';
import { startFaultText } from '../../i18n/startFaultText';
import { useErrorText } from '../../i18n/useErrorText';
import { engine } from '../../ipc/engine';
import { useReplica, useSession } from '../../stores/replicas';
import { report } from '../../stores/report';
import { show } from '../../stores/ui';
import { LinkedText } from '../markdown/LinkedText';
import { Button } from '../../ui/Button';

/** Why the session could not be taken up, and the ways out: again, anew under this transcript, or only to read. */
export function AttachProblem({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const text = useErrorText();
  const error = useSession(sessionId, (state) => state.attachError) ?? null;
  const lost = useSession(sessionId, (state) => state.atAgent === 'lost') ?? false;
  const begun = useSession(sessionId, (state) => state.acpSessionId !== null) ?? false;
  const agentId = useReplica(sessionId, (replica) => replica.agentId);
  // What waits to be tried again says so itself.
  const waits = useSession(sessionId, (state) => state.connection.status === 'waiting') ?? false;
  /** The error that the person chose to only read under. */
  const [readOnly, setReadOnly] = useState<unknown>(null);
  const [trying, setTrying] = useState(false);
  // That has a card of its own.
  if (signInNeed(error) !== null || waits) return null;
  if ((error === null && !lost) || (readOnly !== null && readOnly === (error ?? 'lost'))) return null;
  const detail = error === null ? null : error.code === 'session.lostAtAgent' ? error.message : errorDetail(error);

  const attempt = async (call: Promise<unknown>) => {
    setTrying(true);
    await call;
    setTrying(false);
  };

  return (
    <section
      role="alert"
      className="w-full max-w-[728px] rounded-lg border border-line bg-surface px-3.5 py-[11px] text-md shadow-card"
    >
      <h2 className="font-[600]">
        {lost ? t('session.resumeLost') : begun ? t('session.resumeFailed') : t('session.startFailed')}
      </h2>
      <p className="mt-0.5 text-muted selectable">
        <LinkedText
          text={lost || error === null ? t('session.resumeLostText') : begun ? text(error) : startFaultText(t, error)}
        />
      </p>
      {detail === null ? null : (
        <pre className="mt-1.5 max-h-24 overflow-auto rounded-md border border-line bg-code px-2.5 py-1.5 font-mono text-xs whitespace-pre-wrap selectable">
          {detail}
        </pre>
      )}
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <Button
          kind={lost ? 'normal' : 'primary'}
          disabled={trying}
          onClick={() => void attempt(engine.call.sessions.attach({ sessionId, now: true }))}
        >
          {t('common.retry')}
        </Button>
        {begun || lost ? (
          <Button
            kind={lost ? 'primary' : 'normal'}
            disabled={trying}
            onClick={() => void attempt(report(engine.call.sessions.startAnew({ sessionId })))}
          >
            {t('session.resumeStartAnew')}
          </Button>
        ) : null}
        {begun || lost ? (
          <Button kind="quiet" onClick={() => setReadOnly(error ?? 'lost')}>
            {t('session.resumeReadOnly')}
          </Button>
        ) : (
          // There is nothing to read yet; what is wrong is how the agent is started.
          <Button
            kind="quiet"
            onClick={() => show({ view: 'settings', section: 'agents', ...(agentId === undefined ? {} : { agentId }) })}
          >
            {t('session.agentSettings')}
          </Button>
        )}
      </div>
    </section>
  );
}
