import type { TFunction } from 'i18next';
import { useId, useMemo, useRef, useState } from 'react';
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
import { ListDialog, ListField } from '../../ui/ListDialog';
import { listKey } from '../../ui/listKeys';
import { ListOption } from '../../ui/ListOption';
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

  const take = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    closeDialog();
    entry.run();
  };

  return (
    <ListDialog title={t('palette.title')} onClose={closeDialog} focus={field} className="max-w-[560px]">
      <ListField
        field={field}
        list={list}
        active={found.length === 0 ? undefined : `${list}-${chosen}`}
        isOpen={found.length > 0}
        label={t('palette.placeholder')}
        value={query}
        onChange={(value) => {
          setQuery(value);
          setAt(0);
        }}
        onKeyDown={(event) =>
          listKey(event, {
            count: found.length,
            at: chosen,
            move: setAt,
            take: () => take(found[chosen]),
            wraps: true,
            isWritten: query !== '',
          })
        }
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
    </ListDialog>
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
      <ListOption id={id} chosen={chosen} onPoint={onPoint} onTake={onTake} className="flex h-8 items-center gap-2">
        {status === null ? null : <StatusMark mark={status} />}
        <span className={cx('min-w-0 truncate leading-[22px]', entry.kind === 'text' && 'flex-1')}>
          {entry.snippet === undefined ? entry.title : <Snippet parts={entry.snippet} />}
        </span>
        {status === null ? null : <span className="sr-only">{`, ${t(`status.${status}`)}`}</span>}
        <span
          className={cx(
            'truncate text-sm text-faint',
            entry.kind === 'text' ? 'max-w-[30%] shrink-0' : 'min-w-0 flex-1',
          )}
        >
          {entry.detail}
        </span>
        {entry.keys === undefined ? null : <Kbd>{entry.keys}</Kbd>}
      </ListOption>
    </>
  );
}
