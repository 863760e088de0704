import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from './Button';
import { copyText } from './copyText';

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  label: string;
  /** Made only when it is asked for. */
  text: () => string;
}

/** Says for a moment that it copied. */
export function CopyButton({ label, text, ...rest }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  return (
    <Button
      {...rest}
      icon={<Icon aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
      onClick={() => void copyText(text()).then(setCopied)}
    >
      <span aria-live="polite">{copied ? t('common.copied') : label}</span>
    </Button>
  );
}
