import { signInNeed } from '@shared/acp/signInNeed';
import type { SessionId } from '@shared/ids';
import { isTurnOpen } from '@shared/session/state';
import { KeyRound } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { agentName, useAgents } from '../../stores/agents';
import { useApp } from '../../stores/app';
import { useReplica, useReplicas, useSession } from '../../stores/replicas';
import { report } from '../../stores/report';
import { useSignIns } from '../../stores/signIns';
import { focusComposer } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { SecretsHint } from '../../ui/SecretsHint';
import { LinkedText } from '../markdown/LinkedText';
import { type PutAway, putAwayNow, refusalToShow } from './putAway';
import { SignInProgress } from './SignInProgress';
import { SignInWay } from './SignInWay';

/** Above the composer while the agent wants to know who works with it: its words, and every way to sign in. */
export function SignInCard({ sessionId }: { sessionId: SessionId }) {
  const [putAway, setPutAway] = useState<PutAway | null>(null);
  const need = signInNeed(useSession(sessionId, (state) => refusalToShow(state, putAway)) ?? null);
  if (need === null) return null;
  const giveUp = () => {
    const state = useReplicas.getState().byId[sessionId]?.state;
    if (state !== undefined) setPutAway(putAwayNow(state));
    void report(engine.call.signIn.giveUp({ sessionId }));
  };
  return (
    <div className="flex min-h-0 justify-center px-6 pb-2">
      <Card sessionId={sessionId} need={need} onGiveUp={giveUp} />
    </div>
  );
}

interface CardProps {
  sessionId: SessionId;
  need: NonNullable<ReturnType<typeof signInNeed>>;
  onGiveUp: () => void;
}

function Card({ sessionId, need, onGiveUp }: CardProps) {
  const { t } = useTranslation();
  const id = useId();
  const agentId = useReplica(sessionId, (replica) => replica.agentId) ?? '';
  const agent = useAgents((state) => agentName(t, state.agents, agentId));
  const progress = useSignIns((state) => state[agentId]);
  const waits = useSession(sessionId, (state) => isTurnOpen(state.turn)) ?? false;
  const [checking, setChecking] = useState(false);
  const keychain = useApp((state) => state.app?.keychain ?? false);
  const [acceptPlain, setAcceptPlain] = useState(false);
  useReturnToComposer();

  const check = async () => {
    setChecking(true);
    await report(engine.call.signIn.again({ sessionId }));
    setChecking(false);
  };

  return (
    <section
      aria-labelledby={id}
      className="max-h-[62vh] w-full max-w-[728px] overflow-y-auto rounded-lg border border-need-line bg-surface py-[11px] pr-1 pl-3.5 [scrollbar-gutter:stable] text-md shadow-card"
    >
      <div role="alert">
        <h2 id={id} className="flex items-center gap-2 font-[600]">
          <KeyRound aria-hidden="true" className="size-3.5 shrink-0 text-need" strokeWidth={1.7} />
          {t('signIn.title', { agent })}
        </h2>
        <p className="mt-0.5 text-muted selectable">
          <LinkedText text={need.message.trim() === '' ? t('signIn.text', { agent }) : need.message} />
        </p>
        {waits ? <p className="mt-0.5 text-muted">{t('signIn.promptKept')}</p> : null}
      </div>
      {progress === undefined ? (
        <>
          {need.methods.length === 0 ? (
            <p className="mt-2 text-muted">{t('signIn.none', { agent })}</p>
          ) : (
            <ul aria-label={t('signIn.ways')} className="mt-2.5 divide-y divide-line border-y border-line">
              {need.methods.map((method) => (
                <SignInWay
                  key={method.id}
                  sessionId={sessionId}
                  method={method}
                  agent={agent}
                  acceptPlain={acceptPlain}
                />
              ))}
            </ul>
          )}
          {need.methods.some(({ type }) => type === 'env_var') ? (
            <div className="mt-2">
              <SecretsHint keychain={keychain} acceptPlain={acceptPlain} onAccept={setAcceptPlain} />
            </div>
          ) : null}
          <div className="mt-2.5 flex flex-wrap items-center gap-2">
            <Button disabled={checking} onClick={() => void check()}>
              {checking ? t('signIn.checking') : t('signIn.again')}
            </Button>
            <Button kind="quiet" disabled={checking} onClick={onGiveUp}>
              {t('signIn.notNow')}
            </Button>
          </div>
        </>
      ) : (
        <SignInProgress
          sessionId={sessionId}
          agentId={agentId}
          agent={agent}
          progress={progress}
          method={need.methods.find((method) => method.id === progress.methodId)}
        />
      )}
    </section>
  );
}

/** When the card goes with the focus in it, one goes on writing. */
function useReturnToComposer(): void {
  useEffect(
    () => () => {
      queueMicrotask(() => {
        if (document.activeElement === null || document.activeElement === document.body) focusComposer();
      });
    },
    [],
  );
}
