import type { SessionId } from '@shared/ids';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../stores/replicas';
import { Banner } from '../../ui/Banner';

/** Above a session whose history the agent has not seen: that it goes along with the next message. */
export function UntoldBanner({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const isUntold = useSession(sessionId, ({ untoldBefore }) => untoldBefore !== undefined) ?? false;
  return isUntold ? <Banner tone="quiet">{t('session.untold')}</Banner> : null;
}
