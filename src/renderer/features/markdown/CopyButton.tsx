import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copyText';
import { IconButton } from '../../ui/IconButton';

export interface CopyButtonProps {
  /** Read when pressed, so that a long text is not built for nothing. */
  text: () => string;
  label?: string;
  icon?: LucideIcon;
  className?: string;
}

export function CopyButton({ text, label, icon: Icon = Copy, className }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      size="small"
      className={className}
      label={copied ? t('common.copied') : (label ?? t('common.copy'))}
      onClick={() => {
        void copyText(text()).then(setCopied);
      }}
    >
      {copied ? <Check aria-hidden="true" size={13} className="text-go" /> : <Icon aria-hidden="true" size={13} />}
    </IconButton>
  );
}
