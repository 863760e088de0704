import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import { newSession } from '../../stores/actions';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { Spinner } from '../../ui/Spinner';
import type { Imports } from './useImports';

/** What came of asking the agent, where it is more than a list. */
export function Asked({
  imports,
  agent,
  rows,
  text,
}: {
  imports: Imports;
  agent: string;
  /** How many are shown. */
  rows: number;
  text: string;
}) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (imports.status === 'looking') {
    return (
      <p role="status" className="m-auto flex items-center gap-2 p-6 text-muted">
        <Spinner className="size-3" />
        {t('imports.looking', { agent })}
      </p>
    );
  }
  if (imports.status === 'failed') return <Banner tone="stop">{errorText(imports.error)}</Banner>;
  const { asked, cut } = imports.list;
  const empty = rows === 0 && (asked.status === 'listed' || text !== '');
  return (
    <>
      {asked.status === 'notOffered' || asked.status === 'cannotLoad' ? (
        <Banner tone="quiet">{t(`imports.${asked.status}`, { agent })}</Banner>
      ) : null}
      {asked.status === 'failed' && asked.error.code === 'agent.authRequired' ? (
        <Banner
          tone="need"
          actions={
            <Button size="small" onClick={() => newSession()}>
              {t('imports.newSession')}
            </Button>
          }
        >
          {t('imports.signIn', { agent })}
        </Banner>
      ) : null}
      {asked.status === 'failed' && asked.error.code !== 'agent.authRequired' ? (
        <Banner tone="stop">
          {t('imports.failed', { agent })}: {errorText(asked.error)}
        </Banner>
      ) : null}
      {cut ? <Banner tone="quiet">{t('imports.cut')}</Banner> : null}
      {empty ? (
        <p role="status" className="m-auto p-6 text-muted">
          {text.trim() === '' ? t('imports.none', { agent }) : t('imports.noMatch', { text: text.trim() })}
        </p>
      ) : null}
    </>
  );
}
