import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { useApp } from '../../stores/app';
import type { FileInPane } from '../../stores/filePane';
import { report } from '../../stores/report';
import { cx } from '../../ui/cx';
import { PaneDivider } from '../../ui/PaneDivider';
import { FileViewer } from './FileViewer';

const LEAST = { pane: 320, rest: 340 };

export interface FilePaneProps {
  file: FileInPane;
  /** Counts what was opened: each is read anew. */
  opened: number;
  /** There is no room beside the transcript. */
  over: boolean;
}

/** Where a file is looked into, beside the transcript and as wide as one wants it, or over it. */
export function FilePane({ file, opened, over }: FilePaneProps) {
  const { t } = useTranslation();
  const id = useId();
  const kept = useApp(({ app }) => app?.settings.filePaneShare ?? null);
  // What was chosen here holds until the settings come back with it.
  const [chosen, setChosen] = useState<{ share: number | null } | null>(null);
  const share = chosen === null ? kept : chosen.share;
  const choose = (next: number | null) => {
    setChosen({ share: next });
    void report(engine.call.settings.set({ filePaneShare: next }));
  };
  const width =
    share === null ? undefined : `clamp(${LEAST.pane}px, ${share}%, max(${LEAST.pane}px, 100% - ${LEAST.rest}px))`;
  return (
    <aside
      id={id}
      data-file-pane=""
      aria-label={t('files.viewer')}
      style={over ? undefined : { width }}
      className={cx(
        'flex min-h-0 shrink-0 flex-col border-l border-line bg-bg',
        over
          ? 'absolute top-11 right-0 bottom-0 z-10 w-[min(100%,620px)] shadow-card narrow:border-l-0 short:top-9'
          : 'relative w-[clamp(420px,46%,760px)]',
      )}
    >
      {over ? null : (
        <PaneDivider
          label={t('files.width')}
          paneId={id}
          least={LEAST}
          onChange={(next) => setChosen({ share: next })}
          onChosen={choose}
        />
      )}
      <FileViewer key={opened} file={file} />
    </aside>
  );
}
