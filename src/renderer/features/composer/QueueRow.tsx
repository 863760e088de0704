import { plainText } from '@shared/acp/content';
import type { QueuedId, SessionId } from '@shared/ids';
import type { QueuedPrompt } from '@shared/session/queue';
import { isTurnOpen } from '@shared/session/state';
import { CornerDownRight, GripVertical, Paperclip, Pencil, Trash2 } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { useAgents } from '../../stores/agents';
import { useReplica, useSession } from '../../stores/replicas';
import { report } from '../../stores/report';
import { cx } from '../../ui/cx';
import { IconButton } from '../../ui/IconButton';
import { Spinner } from '../../ui/Spinner';
import { isAttached } from './attachments/queuedAttachments';

export const handleId = (queuedId: QueuedId): string => `queued-${queuedId}`;

/** So that nothing but a row of this queue is taken for one. */
const DRAGGED = 'application/x-signalbox-queued';

export interface QueueRowProps {
  sessionId: SessionId;
  prompt: QueuedPrompt;
  place: { index: number; count: number };
  onEdit: () => void;
  onMove: (to: number) => void;
  /** Another row was let go over this one. */
  onDropped: (queuedId: QueuedId) => void;
}

/** One message that waits. Its handle moves it, by the mouse or by the arrow keys. */
export function QueueRow({ sessionId, prompt, place, onEdit, onMove, onDropped }: QueueRowProps) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const { queuedId, content, steer } = prompt;
  const text = content
    .map((block) => (block.type === 'text' || block.type === 'stored' ? plainText(block) : ''))
    .join(' ');
  const attached = content.filter(isAttached).length;
  const sendNow = useSendNow(sessionId);
  const underWay = steer === 'sent';

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowUp: place.index - 1, ArrowDown: place.index + 1, Home: 0, End: place.count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  };
  const isOurs = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAGGED);

  return (
    <li className={cx(place.index > 0 && 'border-t border-line')}>
      <div
        role="presentation"
        onDragOver={(event) => {
          if (!isOurs(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!isOurs(event)) return;
          event.preventDefault();
          event.stopPropagation();
          setOver(false);
          onDropped(event.dataTransfer.getData(DRAGGED));
        }}
        className={cx('flex items-start gap-1 py-1 pr-1.5 pl-1', over && 'bg-hover')}
      >
        <IconButton
          size="small"
          id={handleId(queuedId)}
          label={t('queue.move', { place: place.index + 1, count: place.count })}
          aria-keyshortcuts="ArrowUp ArrowDown"
          disabled={place.count < 2}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.setData(DRAGGED, queuedId);
            event.dataTransfer.effectAllowed = 'move';
          }}
          onKeyDown={onKeyDown}
          className="cursor-grab text-faint"
        >
          <GripVertical aria-hidden="true" className="size-3" strokeWidth={1.8} />
        </IconButton>
        <div className="min-w-0 flex-1 py-px">
          <p className="line-clamp-2 break-words whitespace-pre-wrap selectable">{text.trim()}</p>
          {attached === 0 ? null : (
            <p className="flex items-center gap-1 text-sm text-faint">
              <Paperclip aria-hidden="true" className="size-3" strokeWidth={1.7} />
              {t('queue.attached', { count: attached })}
            </p>
          )}
          {steer === undefined ? null : (
            <p className={cx('flex items-center gap-1.5 text-sm', underWay ? 'text-muted' : 'text-need')}>
              {underWay ? <Spinner className="size-[9px]" /> : null}
              {t(`queue.steer.${steer}`)}
            </p>
          )}
        </div>
        <IconButton
          size="small"
          label={sendNow}
          disabled={underWay}
          onClick={() => void report(engine.call.queue.sendNow({ sessionId, queuedId }))}
        >
          <CornerDownRight aria-hidden="true" className="size-3" strokeWidth={1.8} />
        </IconButton>
        <IconButton size="small" label={t('queue.edit')} disabled={underWay} onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-3" strokeWidth={1.8} />
        </IconButton>
        <IconButton
          size="small"
          label={t('queue.remove')}
          disabled={underWay}
          onClick={() => void report(engine.call.queue.remove({ sessionId, queuedId }))}
        >
          <Trash2 aria-hidden="true" className="size-3" strokeWidth={1.8} />
        </IconButton>
      </div>
    </li>
  );
}

/** What "now" does here. */
function useSendNow(sessionId: SessionId): string {
  const { t } = useTranslation();
  const runs = useSession(sessionId, ({ turn }) => isTurnOpen(turn) && turn.kind === 'prompt') ?? false;
  const agentId = useReplica(sessionId, (replica) => replica.agentId);
  const steers = useAgents(
    ({ agents }) => agents.find(({ config }) => config.id === agentId)?.probe?.capabilities.steering ?? false,
  );
  if (!runs) return t('queue.sendNow');
  return steers ? t('queue.sendNowSteer') : t('queue.sendNowStop');
}
