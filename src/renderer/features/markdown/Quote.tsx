import { Info, Lightbulb, type LucideIcon, MessageSquareWarning, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertKind } from './alert';

const ICONS: Record<AlertKind, LucideIcon> = {
  note: Info,
  tip: Lightbulb,
  important: MessageSquareWarning,
  warning: TriangleAlert,
  caution: OctagonAlert,
};

/** A quote, or a remark of a kind that is named above it. */
export function Quote({ alert, children }: { alert: AlertKind | null; children: ReactNode }) {
  const { t } = useTranslation();
  if (alert === null) return <blockquote>{children}</blockquote>;
  const Icon = ICONS[alert];
  return (
    <blockquote className="md-alert" data-kind={alert}>
      <p className="md-alert-kind">
        <Icon aria-hidden="true" size={13} strokeWidth={1.8} />
        {t(`transcript.alert.${alert}`)}
      </p>
      {children}
    </blockquote>
  );
}
