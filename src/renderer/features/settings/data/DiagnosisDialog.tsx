import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../../ipc/engine';
import { report } from '../../../stores/report';
import { tell } from '../../../stores/ui';
import { Button } from '../../../ui/Button';
import { CopyButton } from '../../../ui/CopyButton';
import { TextDialog } from './TextDialog';

/** The very text that would be saved, before it is. */
export function DiagnosisDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    void report(engine.call.data.diagnosis({})).then((answer) => setText(answer?.text ?? ''));
  }, []);
  const save = async () => {
    if (text === null) return;
    const saved = await report(engine.call.data.saveDiagnosis({ text }));
    if (saved === undefined || saved === null) return;
    tell(t('data.diagnosisSaved', { path: saved.path }));
    onClose();
  };
  return (
    <TextDialog
      title={t('data.diagnosisTitle')}
      description={t('data.diagnosisText')}
      text={text}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" disabled={text === null} onClick={() => void save()}>
            {t('data.diagnosisSave')}
          </Button>
          <CopyButton label={t('common.copy')} text={() => text ?? ''} />
          <Button onClick={onClose}>{t('common.cancel')}</Button>
        </>
      }
    />
  );
}
