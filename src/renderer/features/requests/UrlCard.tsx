import type { RequestOf } from '@shared/session/request';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { Markdown } from '../markdown/Markdown';
import { AskButton, LeaveAsk } from './AskButton';
import { AskFrame } from './AskFrame';
import { changeDraft, useRequestDraft } from './drafts';
import type { CardPlace } from './RequestCard';
import { useAnswer } from './useAnswer';
import { webPage } from './webPage';

/** The agent wants a page opened: its host and its whole address are shown before it is. Enter opens nothing by itself. */
export function UrlCard({ request, agentName, sessionTitle }: { request: RequestOf<'url'> } & CardPlace) {
  const { t } = useTranslation();
  const { requestId, url, message } = request;
  const [draft] = useRequestDraft(requestId);
  const { answer, keysCount } = useAnswer(request);
  const page = webPage(url);

  const open = async (viaKeyboard: boolean) => {
    if (viaKeyboard && !keysCount()) return;
    if (page === null) return;
    const opened = await engine.call.app.openExternal({ url: page.href });
    if (opened.ok) answer({ kind: 'url', decision: 'opened' }, viaKeyboard);
    else changeDraft(requestId, { error: opened.error });
  };
  const cancel = (viaKeyboard: boolean) => answer({ kind: 'cancelled' }, viaKeyboard);
  const decline = (viaKeyboard: boolean) => answer({ kind: 'url', decision: 'declined' }, viaKeyboard);

  return (
    <AskFrame
      request={request}
      region={t('requests.question.region')}
      heading={t('requests.url.title', { agent: agentName })}
      aside={sessionTitle ?? ''}
      error={draft.error}
      onKey={(event) => {
        if (event.key !== 'Escape' || draft.sending) return false;
        cancel(true);
        return true;
      }}
      actions={
        <>
          <AskButton
            kind="primary"
            disabled={draft.sending || page === null}
            onPress={(viaKeyboard) => void open(viaKeyboard)}
          >
            {t('requests.url.open')}
          </AskButton>
          <AskButton disabled={draft.sending} onPress={decline}>
            {t('requests.form.decline')}
          </AskButton>
          <LeaveAsk disabled={draft.sending} onPress={cancel}>
            {t('common.cancel')}
          </LeaveAsk>
        </>
      }
    >
      <div className="flex flex-col gap-2 px-3.5 py-3">
        {message.trim() === '' ? null : <Markdown text={message} />}
        {page === null ? null : <p className="text-lg font-[600] break-all selectable">{page.host}</p>}
        <p className="rounded-md border border-line bg-code px-3 py-2 font-mono text-sm break-all selectable">
          {page?.href ?? url}
        </p>
        {page?.disguised === true ? <p className="text-sm text-stop">{t('requests.url.disguised')}</p> : null}
        {page === null ? <p className="text-sm text-stop">{t('requests.url.refused')}</p> : null}
      </div>
    </AskFrame>
  );
}
