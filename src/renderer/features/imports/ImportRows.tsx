import type { ImportableSession, TerminalChat } from '@shared/ipc/imports';
import { useVirtualizer } from '@tanstack/react-virtual';
import { FolderPlus, MessageSquareDashed, Terminal } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addFolders, newSession } from '../../stores/actions';
import { useApp } from '../../stores/app';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { commandText, type ImportRow } from './importRows';

export interface ImportRowsProps {
  rows: readonly ImportRow[];
  agent: string;
  /** Where the chats of the terminal lie. */
  folder: string;
  onTake: (sessions: readonly ImportableSession[], open: boolean) => void;
}

const heights: Record<ImportRow['kind'], number> = { head: 44, session: 48, chatsHead: 96, chat: 66 };

/** Only rows in sight are drawn: there may be thousands. Headings are apart: the list holds what can be imported. */
export function ImportRows({ rows, agent, folder, onTake }: ImportRowsProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'session'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    paddingEnd: 24,
  });
  const places = useMemo(() => placesOf(rows), [rows]);
  const headings: ReactNode[] = [];
  const items: ReactNode[] = [];
  for (const item of virtualizer.getVirtualItems()) {
    const row = rows[item.index];
    if (row === undefined) continue;
    const place = places.get(row.key);
    (place === undefined ? headings : items).push(
      <div
        key={row.key}
        ref={virtualizer.measureElement}
        data-index={item.index}
        {...(place === undefined ? {} : { role: 'listitem', 'aria-setsize': places.size, 'aria-posinset': place })}
        className="absolute inset-x-4 top-0"
        style={{ transform: `translateY(${item.start}px)` }}
      >
        <Row row={row} agent={agent} folder={folder} onTake={onTake} />
      </div>,
    );
  }
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <div className="relative mx-auto w-full max-w-[820px]" style={{ height: virtualizer.getTotalSize() }}>
        {headings}
        <div role="list" aria-label={t('imports.title')}>
          {items}
        </div>
      </div>
    </div>
  );
}

/** Of sessions and chats, counted from 1; headings have none. */
function placesOf(rows: readonly ImportRow[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const { kind, key } of rows) if (kind === 'session' || kind === 'chat') places.set(key, places.size + 1);
  return places;
}

function Row({
  row,
  agent,
  folder,
  onTake,
}: {
  row: ImportRow;
  agent: string;
  folder: string;
  onTake: ImportRowsProps['onTake'];
}) {
  const { t } = useTranslation();
  switch (row.kind) {
    case 'head':
      return (
        <div className="flex h-11 items-center gap-2 pt-2">
          <h2 className="truncate font-[600]">{row.project?.name ?? t('imports.elsewhere')}</h2>
          <span className="min-w-0 flex-1 truncate text-sm text-faint">
            {row.project?.path ?? t('imports.elsewhereText')}
          </span>
          <Button size="small" onClick={() => onTake(row.sessions, false)}>
            {t('imports.all', { count: row.sessions.length })}
          </Button>
        </div>
      );
    case 'session':
      return (
        <Line
          icon={<MessageSquareDashed aria-hidden="true" className="size-4 shrink-0 text-faint" strokeWidth={1.5} />}
          title={row.session.title ?? t('imports.untitled')}
          at={row.session.updatedAt}
          place={row.session.cwd === '' ? t('imports.noFolder') : row.place}
        >
          <Button size="small" disabled={row.session.cwd === ''} onClick={() => onTake([row.session], true)}>
            {t('imports.open')}
          </Button>
        </Line>
      );
    case 'chatsHead':
      return (
        <div className="pt-6 pb-1">
          <h2 className="font-[600]">{t('imports.chats')}</h2>
          <p className="mt-0.5 text-sm break-words text-muted selectable">
            {t('imports.chatsText', { agent, folder })}
          </p>
        </div>
      );
    case 'chat':
      return <ChatLine chat={row.chat} />;
  }
}

function ChatLine({ chat }: { chat: TerminalChat }) {
  const { t } = useTranslation();
  const platform = useApp((state) => state.app?.platform ?? 'linux');
  const { cwd, projectId } = chat;
  return (
    <Line
      icon={<Terminal aria-hidden="true" className="size-4 shrink-0 text-faint" strokeWidth={1.5} />}
      title={chat.title ?? t('imports.chatUntitled')}
      at={chat.updatedAt}
      place={cwd ?? t('imports.unknownFolder')}
      lives={t('imports.livesIn', { folder: chat.folder })}
    >
      <CopyButton size="small" kind="quiet" label={t('imports.copyCommand')} text={() => commandText(chat, platform)} />
      {cwd === null ? null : (
        <Button
          size="small"
          icon={<FolderPlus aria-hidden="true" className="size-3.5" strokeWidth={1.6} />}
          onClick={() => (projectId === null ? void addFolders([cwd]) : newSession(projectId))}
        >
          {t('imports.startHere')}
        </Button>
      )}
    </Line>
  );
}

function Line({
  icon,
  title,
  at,
  place,
  lives,
  children,
}: {
  icon: ReactNode;
  title: string;
  at: number | null;
  place: string;
  lives?: string;
  children: ReactNode;
}) {
  const { i18n } = useTranslation();
  const date =
    at === null ? '' : new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  return (
    <div className="flex items-center gap-3 rounded-sm px-2 py-1.5 hover:bg-hover">
      {icon}
      <div className="min-w-0 flex-1">
        <div className="truncate" title={title}>
          {title}
        </div>
        <div className="truncate text-sm text-faint selectable" title={place}>
          {[date, place].filter(Boolean).join(' · ')}
        </div>
        {lives === undefined ? null : (
          <div className="truncate text-xs text-faint selectable" title={lives}>
            {lives}
          </div>
        )}
      </div>
      {children}
    </div>
  );
}
