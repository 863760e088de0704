import { useTranslation } from 'react-i18next';
import { AppNoticeBanner } from './AppNoticeBanner';
import { LinkedText } from './features/markdown/LinkedText';
import { useErrorText } from './i18n/useErrorText';
import { useApp } from './stores/app';
import { dropProblem, tell, useUi } from './stores/ui';
import { Banner } from './ui/Banner';

/** What the whole app has to say, one line each above the main area, quiet and gone with a click. */
export function Banners() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const connected = useApp((state) => state.connected);
  const started = useApp((state) => state.app !== null);
  const notices = useApp((state) => state.notices);
  const problems = useUi((state) => state.problems);
  const told = useUi((state) => state.told);
  return (
    <>
      {!connected && started ? <Banner tone="need">{t('app.reconnecting')}</Banner> : null}
      {notices.map((notice) => (
        <AppNoticeBanner key={notice.at} notice={notice} />
      ))}
      {problems.map((problem) => (
        <Banner key={problem.id} tone="stop" onDismiss={() => dropProblem(problem.id)}>
          <LinkedText text={errorText(problem.error)} />
        </Banner>
      ))}
      {told === null ? null : (
        <Banner tone="quiet" onDismiss={() => tell(null)}>
          {told}
        </Banner>
      )}
    </>
  );
}
