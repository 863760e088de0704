import type { InstallJob } from '@shared/registry';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorDetail } from '../../../i18n/errorText';
import { startFaultText } from '../../../i18n/startFaultText';
import { engine } from '../../../ipc/engine';
import { report } from '../../../stores/report';
import { Button } from '../../../ui/Button';

/** Why it failed, what there is now, and what the installer or the agent said last. */
export function InstallFailure({ job, name }: { job: InstallJob; name: string }) {
  const { t } = useTranslation();
  const { entryId, kind, error, left } = job;
  if (error === null) return null;
  const detail = errorDetail(error);
  return (
    <div role="alert" className="rounded-md border border-stop-line bg-stop-bg px-3 py-2">
      <p className="flex items-start gap-2 selectable">
        <CircleAlert aria-hidden="true" className="mt-[3px] size-3.5 shrink-0 text-stop" strokeWidth={1.7} />
        <span className="min-w-0 break-words">
          {startFaultText(t, error)}
          <span className="block text-muted">{t(`registry.left.${left}`)}</span>
        </span>
      </p>
      {detail === null ? null : (
        <pre
          aria-label={t('registry.output')}
          className="mt-1.5 ml-[22px] max-h-32 overflow-auto font-mono text-xs whitespace-pre-wrap text-muted selectable"
        >
          {detail}
        </pre>
      )}
      <div className="mt-2 ml-[22px] flex gap-2">
        <Button
          size="small"
          aria-label={t('registry.retryName', { name })}
          onClick={() => void report(engine.call.registry.install({ entryId, kind }))}
        >
          {t('common.retry')}
        </Button>
        <Button size="small" kind="quiet" onClick={() => void report(engine.call.registry.cancel({ entryId }))}>
          {t('common.dismiss')}
        </Button>
      </div>
    </div>
  );
}
