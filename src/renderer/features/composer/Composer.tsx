import { type Draft, EMPTY_DRAFT } from '@shared/attachment';
import type { SessionId } from '@shared/ids';
import type { AvailableCommand } from '@shared/acp/update';
import { isTurnOpen, takesPrompt } from '@shared/session/state';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { agentName, useAgents } from '../../stores/agents';
import { useApp } from '../../stores/app';
import { draftOf, flushDraft, keepDraft, takeFirstPrompt } from '../../stores/drafts';
import { useReplica, useSession } from '../../stores/replicas';
import { report } from '../../stores/report';
import { useSessionList } from '../../stores/sessionList';
import { addProblem } from '../../stores/ui';
import { useKeys } from '../../stores/useKeys';
import { promptContent } from './attachments/promptContent';
import { useAttachments } from './attachments/useAttachments';
import { useImagesHint } from './attachments/useImagesHint';
import { AttachProblem } from './AttachProblem';
import { ForceStopOffer } from './ForceStopOffer';
import { MessageBox } from './MessageBox';
import { OptionPickers } from './OptionPickers';
import { QueueList } from './QueueList';
import { SilentOffer } from './SilentOffer';
import { StartWait } from './StartWait';
import { useDraft } from './useDraft';
import { VariantLine } from './VariantLine';

const NO_COMMANDS: readonly AvailableCommand[] = [];

/** The session's composer. Give it the session's id as key: each session has its own text. */
export function Composer({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const { draft, write, show } = useDraft(
    sessionId,
    useReplica(sessionId, (replica) => replica.draft),
  );
  /** Sent one after the other, in the order in which they were written; none is lost to a slow one before it. */
  const sending = useRef<Promise<void>>(Promise.resolve());
  const attach = useAttach(sessionId);
  const commands = useSession(sessionId, (state) => state.commands) ?? NO_COMMANDS;
  const turn = useSession(sessionId, (state) => (isTurnOpen(state.turn) ? state.turn.status : 'none')) ?? 'none';
  const busy = useSession(sessionId, (state) => !takesPrompt(state.turn)) ?? false;
  const plan = useSession(sessionId, (state) => state.requests.some((request) => request.kind === 'plan'));
  const fresh = useSession(sessionId, (state) => state.nextOrdinal === 0) ?? false;
  const agentId = useReplica(sessionId, (replica) => replica.agentId) ?? '';
  const agent = useAgents((state) => agentName(t, state.agents, agentId));
  const attachments = useAttachments({ sessionId }, draft.attachments, write);
  const imagesHint = useImagesHint(agentId, draft.attachments);
  const whyNot = useWhyNot(sessionId);
  const stopKeys = useKeys('stop');

  const send = (prompt: Draft): void => {
    show(() => EMPTY_DRAFT);
    sending.current = sending.current.then(() => deliver(prompt));
  };
  const deliver = async (prompt: Draft): Promise<void> => {
    const content = await promptContent(prompt);
    const sent = content.ok ? await engine.call.queue.send({ sessionId, content: content.value }) : content;
    if (sent.ok) {
      // Only now: a crash before this finds it as a draft again.
      const kept = draftOf(sessionId);
      if (kept === undefined || kept === prompt) keepDraft(sessionId, EMPTY_DRAFT);
      flushDraft(sessionId);
      return;
    }
    addProblem(sent.error);
    // Before what was written meanwhile.
    show((now) => (isEmpty(now) ? prompt : bothOf(prompt, now)));
  };

  const sendFirst = useEffectEvent(() => {
    const first = takeFirstPrompt(sessionId);
    if (first !== undefined) send(first);
  });
  useEffect(() => queueMicrotask(sendFirst), []);

  // A draft that was kept through a restart could else not be sent: nobody types, so nothing asks for the variant.
  const waits = useVariantUnseen(sessionId) && !isEmpty(draft);
  const attachWaiting = useEffectEvent(attach);
  useEffect(() => {
    if (waits) attachWaiting();
  }, [waits]);

  const placeholder = busy
    ? t(plan ? 'composer.placeholderPlanWaits' : 'composer.placeholderRunning', { agent })
    : plan
      ? t('composer.placeholderPlan')
      : fresh
        ? t('composer.placeholder', { agent })
        : t('composer.placeholderReply');

  return (
    <div className="flex shrink-0 flex-col items-center gap-2 px-6 pb-4 narrow:px-5 short:pb-2">
      <AttachProblem sessionId={sessionId} />
      <ForceStopOffer sessionId={sessionId} />
      <SilentOffer sessionId={sessionId} />
      <StartWait sessionId={sessionId} />
      <QueueList sessionId={sessionId} onLeft={(typed) => write((now) => bothOf(typed, now))} />
      <MessageBox
        text={draft.text}
        onText={(text) => {
          write((now) => ({ ...now, text }));
          if (text !== '') attach();
        }}
        onSend={() => send(draft)}
        onLeave={() => flushDraft(sessionId)}
        placeholder={placeholder}
        whyNot={whyNot}
        sendHint={busy ? t('composer.sendLater') : undefined}
        commands={commands}
        attachments={attachments}
        attachmentsHint={imagesHint}
        stop={
          turn === 'none'
            ? null
            : {
                stopping: turn === 'cancelling',
                keys: stopKeys?.shown,
                onStop: () => void report(engine.call.sessions.cancel({ sessionId })),
              }
        }
        tools={
          <>
            <OptionPickers sessionId={sessionId} onOpen={attach} />
            <VariantLine sessionId={sessionId} />
          </>
        }
      />
    </div>
  );
}

const bothOf = (first: Draft, second: Draft): Draft => ({
  ...second,
  text: [first.text, second.text].filter(Boolean).join('\n'),
  attachments: [...first.attachments, ...second.attachments],
});

const isEmpty = ({ text, attachments }: Draft): boolean => text === '' && attachments.length === 0;

/** Connects the session to its agent, once each time that it is not: at the first key, or when options are looked at. */
function useAttach(sessionId: SessionId): () => void {
  const detached = useSession(sessionId, (state) => state.atAgent === 'new' || state.atAgent === 'detached') ?? false;
  const asked = useRef(false);
  useEffect(() => {
    if (!detached) asked.current = false;
  }, [detached]);
  return () => {
    if (!detached || asked.current) return;
    asked.current = true;
    // Why it failed is shown by AttachProblem, from the session's own state.
    void engine.call.sessions.attach({ sessionId });
  };
}

function useWhyNot(sessionId: SessionId): string | null {
  const { t } = useTranslation();
  const connected = useApp((state) => state.connected);
  const archived = useSessionList((state) => state.sessions[sessionId]?.archived ?? false);
  const unseen = useVariantUnseen(sessionId);
  const missing = useSessionList((state) => {
    const projectId = state.sessions[sessionId]?.projectId;
    return projectId === undefined ? false : (state.projects[projectId]?.missing ?? false);
  });
  if (!connected) return t('composer.whyDisconnected');
  if (archived) return t('composer.whyArchived');
  if (missing) return t('composer.whyMissing');
  if (unseen) return t('composer.whyVariant');
  return null;
}

/**
 * Is it not yet to be seen which variant would answer, of an agent whose variants may cost more than one expects? Also while
 * the session itself is not here yet.
 */
function useVariantUnseen(sessionId: SessionId): boolean {
  const held = useReplica(sessionId, (replica) => replica.agentId);
  const listed = useSessionList((state) => state.sessions[sessionId]?.agentId);
  const agentId = held ?? listed;
  const counts = useAgents((state) => state.agents.find(({ config }) => config.id === agentId)?.variantFirst ?? false);
  const unknown =
    useSession(
      sessionId,
      ({ atAgent, options }) => atAgent === 'new' && options.models === null && options.configOptions.length === 0,
    ) ?? true;
  return unknown && (counts || agentId === undefined);
}
