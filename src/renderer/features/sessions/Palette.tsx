import { Dialog } from '@base-ui/react/dialog';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSession } from '../../stores/actions';
import { useApp } from '../../stores/app';
import { commands } from '../../stores/commands';
import { openSearch } from '../../stores/search';
import { useSessionList } from '../../stores/sessionList';
import { closeDialog, focusComposer } from '../../stores/ui';
import { cx } from '../../ui/cx';
import { Kbd } from '../../ui/Kbd';
import { shownKeys } from '../../ui/keys';
import { Snippet } from '../../ui/Snippet';
import { StatusMark } from '../../ui/StatusMark';
import { findEntries, type PaletteEntry } from './paletteEntries';
import { useTextHits } from './useTextHits';

function useEntries(): PaletteEntry[] {
  const { t } = useTranslation();
  const projects = useSessionList((state) => state.projects);
  const sessions = useSessionList((state) => state.sessions);
  const platform = useApp((state) => state.app?.platform ?? 'linux');
  return useMemo(() => {
    const bySession = Object.values(sessions)
      .sort((a, b) => b.updatedAt - a.updatedAt)
      .map((session): PaletteEntry => {
        const title = session.title ?? t('sidebar.untitled');
        const detail = projects[session.projectId]?.name ?? '';
        const run = () => {
          openSession(session.sessionId);
          focusComposer();
        };
        return { key: session.sessionId, kind: 'session', title, detail, words: `${title} ${detail}`, run };
      });
    const byCommand = commands
      .filter((command) => command.id !== 'find')
      .map((command): PaletteEntry => {
        const title = t(`commands.${command.id}`);
        const keys = command.keys?.[0];
        return {
          key: command.id,
          kind: 'command',
          title,
          detail: '',
          words: title,
          keys: keys === undefined ? undefined : shownKeys(keys, platform),
          run: command.run,
        };
      });
    return [...bySession, ...byCommand];
  }, [projects, sessions, platform, t]);
}

/** Ctrl K: one field over sessions, projects and everything that can be done. */
export function Palette() {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const entries = useEntries();
  const hits = useTextHits(query);
  const found = useMemo(() => {
    const named = findEntries(entries, query);
    const commandsFrom = named.findIndex((entry) => entry.kind === 'command');
    const all = commandsFrom === -1 ? [...named, ...hits] : named.toSpliced(commandsFrom, 0, ...hits);
    return query.trim() === '' ? all : [...all, searchEntry(t, query.trim())];
  }, [entries, hits, query, t]);
  const chosen = Math.min(at, found.length - 1);

  useEffect(() => {
    document.getElementById(`${list}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, chosen]);

  const take = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    closeDialog();
    entry.run();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || found.length === 0) return;
    if (event.key === 'ArrowDown') setAt((chosen + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + found.length) % found.length);
    else if (event.key === 'Enter') take(found[chosen]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : closeDialog())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Popup
          initialFocus={field}
          className="fixed top-[12vh] left-1/2 z-40 flex max-h-[62vh] w-[calc(100vw-48px)] max-w-[560px] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line-strong bg-raised shadow-card"
        >
          <Dialog.Title className="sr-only">{t('palette.title')}</Dialog.Title>
          <input
            ref={field}
            role="combobox"
            aria-expanded
            aria-controls={list}
            aria-activedescendant={found.length === 0 ? undefined : `${list}-${chosen}`}
            aria-label={t('palette.placeholder')}
            placeholder={t('palette.placeholder')}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
            className="h-11 shrink-0 border-b border-line bg-transparent px-4 text-lg outline-none selectable"
          />
          <div id={list} role="listbox" aria-label={t('palette.results')} className="min-h-0 overflow-y-auto p-1.5">
            {found.map((entry, index) => (
              <PaletteRow
                key={entry.key}
                id={`${list}-${index}`}
                entry={entry}
                first={entry.kind !== found[index - 1]?.kind}
                chosen={index === chosen}
                onPoint={() => setAt(index)}
                onTake={() => take(entry)}
              />
            ))}
          </div>
          {found.length === 0 ? (
            <p role="status" className="px-4 pb-4 text-muted">
              {t('palette.none', { query })}
            </p>
          ) : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Below what was found: the same words on the search page, where all of it is. */
function searchEntry(t: TFunction, query: string): PaletteEntry {
  const run = () => openSearch({ text: query });
  return { key: 'search', kind: 'search', title: t('palette.searchAll', { query }), detail: '', words: '', run };
}

interface PaletteRowProps {
  id: string;
  entry: PaletteEntry;
  /** The first of its kind carries the heading. */
  first: boolean;
  chosen: boolean;
  onPoint: () => void;
  onTake: () => void;
}

function PaletteRow({ id, entry, first, chosen, onPoint, onTake }: PaletteRowProps) {
  const { t } = useTranslation();
  const status = useSessionList((state) =>
    entry.kind === 'session' ? (state.sessions[entry.key]?.status ?? 'idle') : null,
  );
  return (
    <>
      {first ? (
        <div aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs text-faint">
          {t(`palette.${entry.kind}`)}
        </div>
      ) : null}
      {/* The field keeps the focus and handles the keys (aria-activedescendant). */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={chosen}
        onPointerMove={onPoint}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onTake}
        onKeyDown={undefined}
        className={cx('flex h-8 items-center gap-2 rounded-sm px-2.5', chosen && 'bg-hover')}
      >
        {status === null ? null : <StatusMark mark={status} />}
        <span className={cx('min-w-0 truncate leading-[22px]', entry.kind === 'text' && 'flex-1')}>
          {entry.snippet === undefined ? entry.title : <Snippet parts={entry.snippet} />}
        </span>
        {status === null ? null : <span className="sr-only">{`, ${t(`status.${status}`)}`}</span>}
        <span
          className={cx(
            'truncate text-sm text-faint',
            entry.kind === 'text' ? 'max-w-[40%] shrink-0' : 'min-w-0 flex-1',
          )}
        >
          {entry.detail}
        </span>
        {entry.keys === undefined ? null : <Kbd>{entry.keys}</Kbd>}
      </div>
    </>
  );
}
