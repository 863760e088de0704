import { useTranslation } from 'react-i18next';
import { Folded } from '../../../ui/Folded';
import { RawJson } from '../../terminals/RawJson';

/** In place of a row that could not be drawn, which is a fault of ours: what the agent sent is still there. */
export function Undrawn({ value, error }: { value: unknown; error: unknown }) {
  const { t } = useTranslation();
  return (
    <div className="rounded-md border border-line px-3 py-2 text-sm">
      <p className="text-stop">{t('transcript.undrawn')}</p>
      <p className="font-mono text-xs wrap-anywhere text-muted selectable">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <Folded summary={t('transcript.unknownPart')} className="mt-1 text-muted">
        <RawJson value={{ type: 'json', value }} title={t('transcript.unknownPart')} />
      </Folded>
    </div>
  );
}
