import type { ItemOf } from '@shared/session/item';
import { GitFork, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { forkAfter, forkBefore } from '../../../stores/branches';
import { edit } from '../../../stores/editing';
import { cx } from '../../../ui/cx';
import { IconButton } from '../../../ui/IconButton';
import { useTranscriptPlace } from '../transcriptContext';

/** Beside a message: seen when one points at it or tabs to it. The row around it carries the class `group/message`. */
export function MessageActions({ item, className }: { item: ItemOf<'message'>; className: string }) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const { ordinal } = item;
  const isOwn = item.role === 'user';
  const text = item.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return (
    <div
      role="group"
      aria-label={t('transcript.messageActions')}
      className={cx(
        'absolute flex opacity-0 transition-opacity duration-100 group-hover/message:opacity-100 focus-within:opacity-100',
        // A layer of its own while it is seen: beside very long words Chromium cuts it where these end.
        'group-hover/message:will-change-transform focus-within:will-change-transform',
        className,
      )}
    >
      {isOwn ? (
        <IconButton size="small" label={t('transcript.editResend')} onClick={() => edit({ sessionId, ordinal, text })}>
          <Pencil aria-hidden="true" className="size-3.5" strokeWidth={1.7} />
        </IconButton>
      ) : null}
      <IconButton
        size="small"
        label={t('transcript.fork')}
        onClick={() => void (isOwn ? forkBefore(sessionId, ordinal, text) : forkAfter(sessionId, ordinal))}
      >
        <GitFork aria-hidden="true" className="size-3.5" strokeWidth={1.7} />
      </IconButton>
    </div>
  );
}
