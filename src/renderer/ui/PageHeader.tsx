import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import { IconButton } from './IconButton';

export interface PageHeaderProps {
  /** Where there is a page to go back to. */
  back?: { onBack: () => void; keys?: string };
  className?: string;
  children: ReactNode;
}

/** The bar above what the main area shows. In a narrow window the button that opens the sidebar stands at its beginning. */
export function PageHeader({ back, className, children }: PageHeaderProps) {
  const { t } = useTranslation();
  return (
    <header
      className={cx(
        'flex h-11 shrink-0 items-center gap-2 border-b border-line pr-4 narrow:pr-2 narrow:pl-11 short:h-9',
        back === undefined ? 'pl-4' : 'pl-3',
        className,
      )}
    >
      {back === undefined ? null : (
        <IconButton label={t('common.back')} keys={back.keys} onClick={back.onBack}>
          <ArrowLeft aria-hidden="true" className="size-3.5" strokeWidth={1.7} />
        </IconButton>
      )}
      {children}
    </header>
  );
}
