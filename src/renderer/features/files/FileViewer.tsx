import { Dialog } from '@base-ui/react/dialog';
import type { AppError } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import type { FileView } from '@shared/ipc/views';
import { SquarePen, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import { engine } from '../../ipc/engine';
import { useApp } from '../../stores/app';
import { closeDialog } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { IconButton } from '../../ui/IconButton';
import type { FilePlace } from '../markdown/fileLinks';
import { FileText } from './FileText';

export interface FileViewerProps extends FilePlace {
  sessionId: SessionId;
}

/** A file that the agent named, to look into: read anew each time, never changed from here. */
export function FileViewer({ sessionId, path, line, endLine }: FileViewerProps) {
  const { t } = useTranslation();
  const { file, error } = useFile(sessionId, path, line);
  const lines = line === undefined ? '' : endLine === undefined ? `${line}` : `${line}–${endLine}`;
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) closeDialog();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Popup className="fixed top-[6vh] left-1/2 z-40 flex h-[86vh] w-[min(1080px,calc(100vw-48px))] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line-strong bg-raised shadow-card outline-none">
          <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
            <Dialog.Title className="min-w-0 truncate font-mono text-sm font-[600] selectable" title={file?.path}>
              {path}
            </Dialog.Title>
            {lines === '' ? null : <span className="shrink-0 text-sm text-faint">{t('files.lines', { lines })}</span>}
            <span className="grow" />
            <CopyButton size="small" kind="quiet" label={t('files.copyPath')} text={() => file?.path ?? path} />
            <OpenInEditor sessionId={sessionId} path={path} line={line} />
            <Dialog.Close render={<IconButton label={t('common.close')} />}>
              <X aria-hidden="true" size={14} />
            </Dialog.Close>
          </div>
          {file === null ? (
            <Message error={error} />
          ) : (
            <FileText file={file} {...(line === undefined ? {} : { line, endLine: endLine ?? line })} />
          )}
          {file?.isCut ? (
            <p className="shrink-0 border-t border-line px-4 py-1.5 text-sm text-faint">
              {t('files.cut', {
                from: file.firstLine,
                to: file.firstLine + file.text.split('\n').length - 1,
                total: file.totalLines,
              })}
            </p>
          ) : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
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
  const errorText = useErrorText();
  const chosen = useApp(({ app }) => (app?.settings.editor.length ?? 0) > 0);
  const [error, setError] = useState<AppError | null>(null);
  const open = async () => {
    setError(null);
    const call = line === undefined ? { sessionId, path } : { sessionId, path, line };
    const opened = await engine.call.files.openInEditor(call);
    if (!opened.ok) setError(opened.error);
  };
  return (
    <>
      {error === null ? null : (
        <span role="alert" className="max-w-80 truncate text-sm text-stop" title={errorText(error)}>
          {errorText(error)}
        </span>
      )}
      <Button
        size="small"
        kind="quiet"
        disabled={!chosen}
        focusableWhenDisabled
        title={chosen ? undefined : t('errors.editor.notSet')}
        aria-description={chosen ? undefined : t('errors.editor.notSet')}
        icon={<SquarePen aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
        onClick={() => void open()}
      >
        {t('files.openInEditor')}
      </Button>
    </>
  );
}

function useFile(sessionId: SessionId, path: string, line: number | undefined) {
  const [state, setState] = useState<{ file: FileView | null; error: AppError | null }>({ file: null, error: null });
  useEffect(() => {
    let wanted = true;
    const call = line === undefined ? { sessionId, path } : { sessionId, path, line };
    void engine.call.files.read(call).then((read) => {
      if (wanted) setState(read.ok ? { file: read.value, error: null } : { file: null, error: read.error });
    });
    return () => {
      wanted = false;
    };
  }, [sessionId, path, line]);
  return state;
}
