import type { AppError } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import type { FileView } from '@shared/ipc/views';
import { Search, SquarePen, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import { engine } from '../../ipc/engine';
import { useApp } from '../../stores/app';
import { closeFile, type FileInPane } from '../../stores/filePane';
import { report } from '../../stores/report';
import { FindBar } from '../../ui/FindBar';
import { IconButton } from '../../ui/IconButton';
import { PathText } from '../../ui/PathText';
import { CopyButton } from '../markdown/CopyButton';
import { LONGEST_COLOURED } from '../markdown/highlight/highlighter';
import { languageId, languageOfPath } from '../markdown/languageTable';
import type { Hit } from '../terminals/viewer/blobRows';
import { useHits } from '../terminals/viewer/useHits';
import { FileText } from './FileText';
import { FileRows } from './fileRows';

export interface FileViewerProps {
  /** Give the component a new key for each that is opened. */
  file: FileInPane;
}

/** A file that the agent named, to look into: read anew each time, never changed from here. */
export function FileViewer({ file: asked }: FileViewerProps) {
  const { t } = useTranslation();
  const { sessionId, path, line, endLine } = asked;
  const { file, error } = useFile(asked);
  const rows = useMemo(() => (file === null ? null : new FileRows(file.text)), [file]);
  const cited = useMemo(() => (line === undefined ? null : { from: line, to: endLine ?? line }), [line, endLine]);
  const [finding, setFinding] = useState(false);
  const goTo = useRef<(row: number) => void>(null);
  const ready = useCallback((show: (row: number) => void) => {
    goTo.current = show;
  }, []);
  const show = useCallback(({ row }: Hit) => goTo.current?.(row), []);
  const find = useCallback<Parameters<typeof useHits>[0]>(
    async (wanted, found) => found(rows?.find(wanted) ?? []),
    [rows],
  );
  const { query, setQuery, hits, at, more, searching, go } = useHits(find, show);
  const root = useRef<HTMLDivElement>(null);
  const focusText = () => root.current?.querySelector<HTMLElement>('[data-file-text]')?.focus();
  const isRead = file !== null;
  useLayoutEffect(() => {
    if (isRead) root.current?.querySelector<HTMLElement>('[data-file-text]')?.focus();
    else root.current?.focus();
  }, [isRead]);
  const stopFinding = () => {
    setFinding(false);
    setQuery('');
    focusText();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closeFile();
    else if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)) setFinding(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const told = line === undefined ? '' : cited?.from === cited?.to ? `${line}` : `${line}–${endLine}`;
  return (
    <div
      ref={root}
      role="presentation"
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col outline-none"
      onKeyDown={keys}
    >
      <div className="flex h-11 shrink-0 items-center gap-0.5 border-b border-line pr-2 pl-4">
        <h2 className="flex min-w-0 font-mono text-sm font-[600] selectable">
          <PathText path={path} title={file?.path ?? path} />
        </h2>
        {told === '' ? null : (
          <span className="ml-2 shrink-0 text-sm text-faint">
            {t(cited?.from === cited?.to ? 'files.line' : 'files.lines', { lines: told })}
          </span>
        )}
        <span className="grow" />
        <IconButton label={t('findBar.label')} aria-pressed={finding} onClick={() => setFinding(true)}>
          <Search aria-hidden="true" size={14} />
        </IconButton>
        <CopyButton label={t('files.copyPath')} text={() => file?.path ?? path} />
        <OpenInEditor sessionId={sessionId} path={path} line={line} />
        <IconButton label={t('common.close')} onClick={closeFile}>
          <X aria-hidden="true" size={14} />
        </IconButton>
      </div>
      {finding ? (
        <div className="flex shrink-0 justify-end border-b border-line px-2 py-1.5">
          <FindBar
            {...{ query, at, more, searching }}
            onQuery={setQuery}
            count={hits.length}
            onGo={go}
            onClose={stopFinding}
          />
        </div>
      ) : null}
      {file === null || rows === null ? (
        <Message error={error} />
      ) : (
        <FileText key={file.path} {...{ file, rows, cited, query, hits, at }} onReady={ready} />
      )}
      {file !== null && file.text.length > LONGEST_COLOURED && languageId(languageOfPath(file.path)) !== null ? (
        <p className="shrink-0 border-t border-line px-4 py-1.5 text-sm text-faint">
          {t('transcript.tooLongToColour')}
        </p>
      ) : null}
    </div>
  );
}

function Message({ error }: { error: AppError | null }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <p role={error === null ? 'status' : 'alert'} className="px-4 py-3 text-md text-muted">
      {error === null ? t('common.loading') : errorText(error)}
    </p>
  );
}

/** By the command of the settings; where there is none it says so instead of doing nothing. */
function OpenInEditor({ sessionId, path, line }: { sessionId: SessionId; path: string; line: number | undefined }) {
  const { t } = useTranslation();
  const chosen = useApp(({ app }) => (app?.settings.editor.length ?? 0) > 0);
  const call = line === undefined ? { sessionId, path } : { sessionId, path, line };
  return (
    <IconButton
      label={t('files.openInEditor')}
      disabled={!chosen}
      focusableWhenDisabled
      title={chosen ? undefined : t('errors.editor.notSet')}
      aria-description={chosen ? undefined : t('errors.editor.notSet')}
      onClick={() => void report(engine.call.files.openInEditor(call))}
    >
      <SquarePen aria-hidden="true" size={14} />
    </IconButton>
  );
}

function useFile({ sessionId, path }: FileInPane) {
  const [state, setState] = useState<{ file: FileView | null; error: AppError | null }>({ file: null, error: null });
  useEffect(() => {
    let wanted = true;
    void engine.call.files.read({ sessionId, path }).then((read) => {
      if (wanted) setState(read.ok ? { file: read.value, error: null } : { file: null, error: read.error });
    });
    return () => {
      wanted = false;
    };
  }, [sessionId, path]);
  return state;
}
