import { CircleAlert, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import { IconButton } from './IconButton';

export interface BannerProps {
  tone: 'quiet' | 'need' | 'stop';
  children: ReactNode;
  actions?: ReactNode;
  onDismiss?: () => void;
}

const tones = { quiet: 'bg-side text-muted', need: 'bg-need-bg text-need', stop: 'bg-stop-bg text-stop' };

/** One line across the main area: what happened, and what to do about it. */
export function Banner({ tone, children, actions, onDismiss }: BannerProps) {
  const { t } = useTranslation();
  const Icon = tone === 'quiet' ? Info : CircleAlert;
  return (
    <div
      role={tone === 'stop' ? 'alert' : 'status'}
      className={cx('flex min-h-9 items-center gap-2 border-b border-line px-4 py-1 text-md', tones[tone])}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.7} />
      <span className="min-w-0 flex-1 break-words selectable">{children}</span>
      {actions}
      {onDismiss === undefined ? null : (
        <IconButton label={t('common.dismiss')} onClick={onDismiss}>
          <X aria-hidden="true" className="size-3.5" strokeWidth={1.7} />
        </IconButton>
      )}
    </div>
  );
}
