import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../../ipc/engine';
import { report } from '../../../stores/report';
import { Button } from '../../../ui/Button';
import { CopyButton } from '../../../ui/CopyButton';
import { TextDialog } from './TextDialog';

/** What was saved of a damaged database. */
export function ReportDialog({ folder, onClose }: { folder: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    void report(engine.call.data.report({ folder })).then((answer) => {
      if (answer === undefined) onClose();
      else setText(answer.text);
    });
    // The dialog is made anew for each folder.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [folder]);
  return (
    <TextDialog
      title={t('data.reportTitle')}
      text={text}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
          {text === null ? null : <CopyButton label={t('common.copy')} text={() => text} />}
        </>
      }
    />
  );
}
