import type { InstallJob } from '@shared/registry';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../../../ui/Spinner';

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);

export function InstallProgress({ job, name }: { job: InstallJob; name: string }) {
  const { t } = useTranslation();
  const { status, phase, received, total, lines } = job;
  const isDownload = phase === 'downloading' && received > 0;
  const done = megabytes(received);
  return (
    <div className="flex flex-col gap-1 rounded-md bg-hover px-2.5 py-2 text-sm text-muted">
      <div className="flex items-center gap-2">
        <Spinner className="size-[11px] text-work" />
        {/* Only the phase is spoken: a count that changes ten times a second would drown everything else. */}
        <span role="status" aria-label={`${name}: ${t(`registry.phase.${status === 'cancelling' ? status : phase}`)}`}>
          {t(`registry.phase.${status === 'cancelling' ? status : phase}`)}
        </span>
        {isDownload ? (
          <span className="tabular-nums">
            {total === null
              ? t('registry.received', { done })
              : t('registry.progress', { done, total: megabytes(total) })}
          </span>
        ) : null}
      </div>
      {isDownload && total !== null ? (
        <div
          role="progressbar"
          aria-label={name}
          aria-valuenow={Math.round((received / total) * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1 overflow-hidden rounded-full bg-line"
        >
          <div className="h-full bg-focus" style={{ width: `${Math.min(100, (received / total) * 100)}%` }} />
        </div>
      ) : null}
      {lines.length === 0 ? null : (
        <pre aria-label={t('registry.output')} className="overflow-hidden font-mono text-xs text-faint">
          {lines.slice(-3).map((line, index) => (
            <div key={index} className="truncate">
              {line}
            </div>
          ))}
        </pre>
      )}
    </div>
  );
}
