import type { AppError } from '@shared/errors';
import type { ItemOf } from '@shared/session/item';
import { isTurnOpen, type SessionState } from '@shared/session/state';
import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorDetail } from '../../../i18n/errorText';
import { useErrorText } from '../../../i18n/useErrorText';
import { engine } from '../../../ipc/engine';
import { openModels } from '../../../stores/favourites';
import { useSession } from '../../../stores/replicas';
import { report } from '../../../stores/report';
import { Button } from '../../../ui/Button';
import { Folded } from '../../../ui/Folded';
import { LinkedText } from '../../markdown/LinkedText';
import { useTranscriptPlace } from '../transcriptContext';
import { promptAgain } from './promptAgain';

/** What happened, what was kept, and the next step as a button. */
export function TurnFailed({ item, error }: { item: ItemOf<'notice'>; error: AppError }) {
  const { t } = useTranslation();
  const id = useId();
  const text = useErrorText();
  const [problem, setProblem] = useState<AppError | null>(null);
  const [sending, setSending] = useState(false);
  const { sessionId } = useTranscriptPlace();
  const prompt = usePromptToRepeat(sessionId, item);
  const detail = errorDetail(error);

  const again = async () => {
    if (prompt === null || sending) return;
    setSending(true);
    setProblem(null);
    const content = await promptAgain(prompt);
    const sent =
      'error' in content ? content : await engine.call.sessions.prompt({ sessionId, content: content.content });
    setSending(false);
    if ('error' in sent) setProblem(sent.error);
  };

  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[18px_minmax(0,1fr)] gap-[9px] rounded-lg border border-stop-line bg-stop-bg px-3.5 py-[11px]"
    >
      <CircleAlert aria-hidden="true" size={15} strokeWidth={1.7} className="mt-[2px] text-stop" />
      <div>
        <h3 id={id} className="font-[600]">
          {t('notices.turn.failed')}
        </h3>
        <p className="mt-0.5 text-muted selectable">
          <LinkedText text={text(error)} />
        </p>
        {detail === null ? null : (
          <Folded
            summary={t('errors.detail')}
            summaryClass="w-fit text-muted hover:text-text"
            className="mt-1.5 text-sm"
          >
            <pre className="mt-1.5 max-h-56 overflow-auto rounded-md border border-line bg-code px-2.5 py-1.5 font-mono text-xs whitespace-pre-wrap selectable">
              {detail}
            </pre>
          </Folded>
        )}
        {problem === null ? null : (
          <p role="alert" className="mt-2 text-stop">
            <LinkedText text={text(problem)} />
          </p>
        )}
        {prompt === null ? null : (
          <div className="mt-2 flex flex-wrap gap-2">
            <ResumeSession sessionId={sessionId} />
            <Button disabled={sending} onClick={() => void again()}>
              {t('common.retry')}
            </Button>
            <Remedies sessionId={sessionId} error={error} />
          </div>
        )}
      </div>
    </section>
  );
}

/** The agent's process ended: one click starts it again in this session, without sending anything. */
function ResumeSession({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation();
  const gone = useSession(
    sessionId,
    ({ atAgent, connection }) => atAgent === 'detached' && connection.status === 'exited',
  );
  if (gone !== true) return null;
  return (
    <Button kind="primary" onClick={() => void engine.call.sessions.attach({ sessionId, now: true })}>
      {t('notices.turn.resume')}
    </Button>
  );
}

/** What helps besides trying again. An error that came as an answer says little of its cause, so both ways are offered. */
function Remedies({ sessionId, error }: { sessionId: string; error: AppError }) {
  const { t } = useTranslation();
  const hasModels = useSession(sessionId, hasModelChoice);
  if (error.code !== 'agent.saidError') return null;
  return (
    <>
      {error.remedy === 'signIn' || error.remedy === 'account' ? (
        <Button onClick={() => void report(engine.call.sessions.requireSignIn({ sessionId }))}>
          {t('notices.turn.signIn')}
        </Button>
      ) : null}
      {hasModels ? <Button onClick={openModels}>{t('notices.turn.changeModel')}</Button> : null}
    </>
  );
}

const hasModelChoice = ({ options: { models, configOptions } }: SessionState): boolean =>
  models !== null || configOptions.some((option) => option.category === 'model');

/** The prompt of the failed turn, while that turn is the last one and nothing runs. */
function usePromptToRepeat(sessionId: string, item: ItemOf<'notice'>): ItemOf<'message'> | null {
  return (
    useSession(sessionId, ({ items, turn }) => {
      if (item.turnId === null || isTurnOpen(turn) || (turn.status === 'done' && turn.turnId !== item.turnId))
        return null;
      const prompt = items.find(
        (other) => other.kind === 'message' && other.role === 'user' && other.turnId === item.turnId,
      );
      return prompt?.kind === 'message' ? prompt : null;
    }) ?? null
  );
}
