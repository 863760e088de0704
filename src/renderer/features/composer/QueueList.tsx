import type { Draft } from '@shared/attachment';
import type { QueuedId, SessionId } from '@shared/ids';
import type { QueuedPrompt } from '@shared/session/queue';
import { Pause } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { endQueueEdit, isChanged, ownPart, putQueueEdit, queueEditsOf, useQueueEdits } from '../../stores/queueEdits';
import { useReplica, useReplicas, useSession } from '../../stores/replicas';
import { report } from '../../stores/report';
import { IconButton } from '../../ui/IconButton';
import { QueueEditor } from './QueueEditor';
import { QueuePaused } from './QueuePaused';
import { handleId, QueueRow } from './QueueRow';
import { readWaiting } from './readWaiting';

interface QueueListProps {
  sessionId: SessionId;
  /** What was typed for a message that was sent or removed meanwhile. */
  onLeft: (typed: Draft) => void;
}

/** What waited only for the edit goes on, unless something is typed already: then it waits until the person is back. */
function goOn(sessionId: SessionId): void {
  const edits = queueEditsOf(sessionId);
  for (const edit of edits) if (!isChanged(edit)) endQueueEdit(edit.queuedId);
  const { queue } = useReplicas.getState().byId[sessionId]?.state ?? {};
  if (queue?.paused === 'editing' && !edits.some(isChanged)) void report(engine.call.queue.resume({ sessionId }));
}

/** The messages that wait, above the one that is written; nothing where none does. */
export function QueueList({ sessionId, onLeft }: QueueListProps) {
  const { t } = useTranslation();
  const queue = useSession(sessionId, (state) => state.queue);
  const edits = useQueueEdits((state) => state.edits);
  /** A message is being read to be edited. */
  const [isOpening, setIsOpening] = useState(false);
  const [openedHere, setOpenedHere] = useState<QueuedId | null>(null);
  const { move, told } = useMoves(sessionId, queue?.prompts);
  const isHere = useRef(true);
  const isEditing = isOpening || queue?.prompts.some(({ queuedId }) => edits[queuedId] !== undefined) === true;
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  // Once nothing is edited any more, also where the person leaves the session meanwhile.
  useEffect(() => (isEditing ? () => goOn(sessionId) : undefined), [sessionId, isEditing]);
  useLeftEdits(sessionId, onLeft);
  if (queue === undefined) return null;

  const edit = async ({ queuedId }: QueuedPrompt) => {
    setIsOpening(true);
    try {
      // So that it is not sent half written.
      const pauses = queue.paused === null;
      if (pauses) await report(engine.call.queue.pause({ sessionId, why: 'editing' }));
      const before = isHere.current ? await readWaiting(sessionId, queuedId) : undefined;
      // Left meanwhile; the page may not have heard of the pause yet.
      if (!isHere.current) return void (pauses && (await report(engine.call.queue.resume({ sessionId }))));
      if (before === undefined) return;
      const draft = { text: before.text, attachments: [...before.attached.keys()] };
      putQueueEdit({ sessionId, queuedId, before, draft });
      setOpenedHere(queuedId);
    } finally {
      setIsOpening(false);
    }
  };

  const done = (queuedId: QueuedId) => {
    endQueueEdit(queuedId);
    // Its answer came after the person had left.
    if (!isHere.current) goOn(sessionId);
  };

  const { prompts, paused } = queue;
  return (
    <section
      aria-label={t('queue.title')}
      className="w-full max-w-[728px] overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      {paused === null ? (
        <div className="flex items-center gap-2 py-0.5 pr-1.5 pl-3.5">
          <p className="min-w-0 flex-1 truncate text-sm text-muted">{t('queue.waiting', { count: prompts.length })}</p>
          <IconButton
            size="small"
            label={t('queue.pause')}
            onClick={() => void report(engine.call.queue.pause({ sessionId, why: 'kept' }))}
          >
            <Pause aria-hidden="true" className="size-3" strokeWidth={1.8} />
          </IconButton>
        </div>
      ) : (
        <QueuePaused sessionId={sessionId} paused={paused} count={prompts.length} />
      )}
      <ol className="max-h-[26vh] overflow-y-auto border-t border-line">
        {prompts.map((prompt, index) => {
          const underEdit = edits[prompt.queuedId];
          return underEdit ? (
            <QueueEditor
              key={prompt.queuedId}
              edit={underEdit}
              focused={prompt.queuedId === openedHere}
              onDone={() => done(prompt.queuedId)}
            />
          ) : (
            <QueueRow
              key={prompt.queuedId}
              sessionId={sessionId}
              prompt={prompt}
              place={{ index, count: prompts.length }}
              onEdit={() => void edit(prompt)}
              onMove={(to) => move(prompt.queuedId, to)}
              onDropped={(dropped) => move(dropped, index)}
            />
          );
        })}
      </ol>
      <span role="status" className="sr-only">
        {told}
      </span>
    </section>
  );
}

/** An edit whose message was sent or removed meanwhile ends; what was typed is given back. */
function useLeftEdits(sessionId: SessionId, onLeft: (typed: Draft) => void): void {
  const queue = useSession(sessionId, (state) => state.queue);
  const isKnown = useReplica(sessionId, () => true) ?? false;
  const giveBack = useEffectEvent(onLeft);
  useEffect(() => {
    if (!isKnown) return;
    for (const edit of queueEditsOf(sessionId)) {
      if (queue?.prompts.some(({ queuedId }) => queuedId === edit.queuedId) === true) continue;
      endQueueEdit(edit.queuedId);
      if (isChanged(edit)) giveBack(ownPart(edit));
    }
  }, [sessionId, isKnown, queue]);
}

/** Moves one to a place, says where it is then, and keeps the focus on it. */
function useMoves(sessionId: SessionId, prompts: readonly QueuedPrompt[] = []) {
  const { t } = useTranslation();
  const [told, setTold] = useState('');
  const moved = useRef<{ queuedId: QueuedId; place: number } | null>(null);
  const order = prompts.map(({ queuedId }) => queuedId);
  useEffect(() => {
    const { queuedId, place } = moved.current ?? {};
    if (queuedId === undefined || order[place ?? -1] !== queuedId) return;
    // What is put elsewhere in the page loses the focus.
    document.getElementById(handleId(queuedId))?.focus();
    moved.current = null;
  });

  const move = (queuedId: QueuedId, to: number): void => {
    const from = order.indexOf(queuedId);
    const place = Math.max(0, Math.min(to, order.length - 1));
    if (from === -1 || from === place) return;
    const before = order.filter((id) => id !== queuedId)[place] ?? null;
    moved.current = { queuedId, place };
    setTold(t('queue.movedTo', { place: place + 1, count: order.length }));
    void report(engine.call.queue.move({ sessionId, queuedId, before }));
  };
  return { move, told };
}
