import type { AppError } from '@shared/errors';
import type { FailureAction, StartFailure } from '@shared/ipc/failure';
import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './ui/Button';
import { StatusMark } from './ui/StatusMark';

/** In place of everything else where there is no engine: what happened, what it means for the data, and what to do. */
export function FailurePage({ failure }: { failure: StartFailure }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  // So that a screen reader begins with what happened.
  useEffect(() => heading.current?.focus(), []);
  const { title, what, todo } = failureText(t, failure.error);
  const act = (action: FailureAction) => () => window.signalbox.act(action);
  const mayWork = failure.error?.code !== 'store.newerSchema';
  return (
    <main aria-label={title} className="grid h-full place-items-center overflow-y-auto p-8">
      <div className="flex w-full max-w-[560px] flex-col gap-4">
        <h1
          ref={heading}
          tabIndex={-1}
          className="flex items-center gap-2.5 text-xl font-[630] tracking-[-0.01em] outline-none"
        >
          <StatusMark mark="failed" />
          {title}
        </h1>
        <p className="selectable">{what}</p>
        <p className="selectable">{todo}</p>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
          <dt className="text-muted">{t('failure.dataFolder')}</dt>
          <dd className="font-mono text-xs leading-5 break-all selectable">{failure.home}</dd>
          <dt className="text-muted">{t('failure.log')}</dt>
          <dd className="font-mono text-xs leading-5 break-all selectable">{failure.log}</dd>
        </dl>
        <div className="flex flex-wrap gap-2">
          {mayWork ? (
            <Button kind="primary" onClick={act('tryAgain')}>
              {t('failure.tryAgain')}
            </Button>
          ) : null}
          <Button onClick={act('openDataFolder')}>{t('failure.openDataFolder')}</Button>
          <Button kind={mayWork ? 'normal' : 'primary'} onClick={act('quit')}>
            {t('failure.quit')}
          </Button>
        </div>
      </div>
    </main>
  );
}

function failureText(t: TFunction, error: AppError | null): { title: string; what: string; todo: string } {
  const kind = kindOf(error);
  const facts = {
    message: error !== null && 'message' in error ? error.message : (error?.code ?? ''),
    found: error !== null && 'found' in error ? error.found : '',
    supported: error !== null && 'supported' in error ? error.supported : '',
    backup: error !== null && 'backup' in error ? error.backup : '',
    path: error !== null && 'path' in error ? error.path : '',
    seconds: error !== null && 'seconds' in error ? error.seconds : '',
  };
  return {
    title: t(`failure.${kind}.title`),
    what: t(`failure.${kind}.what`, facts),
    todo: t(`failure.${kind}.do`, facts),
  };
}

function kindOf(error: AppError | null) {
  switch (error?.code) {
    case undefined:
      return 'engine';
    case 'store.newerSchema':
      return 'newerSchema';
    case 'store.inUse':
      return 'inUse';
    case 'store.locked':
      return 'locked';
    case 'store.migrationFailed':
      return 'migrationFailed';
    case 'store.full':
      return 'full';
    case 'store.failed':
    case 'store.damaged':
      return 'store';
    case 'settings.invalid':
      return 'settings';
    default:
      return 'other';
  }
}
