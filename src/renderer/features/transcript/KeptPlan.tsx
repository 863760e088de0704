import type { RequestOf, Settlement } from '@shared/session/request';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../markdown/Markdown';
import { PlanBody } from '../requests/PlanBody';
import { PlanTools } from '../requests/PlanTools';
import { useTranscriptPlace } from './transcriptContext';

/** A plan that was answered: as it was proposed, what was said about its lines, and as the person rewrote it. */
export function KeptPlan({ request, settlement }: { request: RequestOf<'plan'>; settlement: Settlement }) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const answer = settlement.kind === 'answered' && settlement.answer.kind === 'plan' ? settlement.answer : null;
  const { comments = [], edited } = answer?.decision === 'rejected' ? answer : {};
  return (
    <div className="relative mt-1 mb-2 rounded-lg border border-line bg-surface px-[18px] py-3.5">
      <div className="absolute top-2 right-2">
        <PlanTools request={request} sessionId={sessionId} />
      </div>
      <PlanBody plan={request.plan} />
      {comments.length === 0 ? null : (
        <section className="mt-4 border-t border-line pt-3">
          <h4 className="mb-1.5 text-sm font-[560] text-muted">{t('requests.plan.keptComments')}</h4>
          <ul className="flex flex-col gap-2.5">
            {comments.map(({ line, quote, text }) => (
              <li key={line} className="text-md selectable">
                <p className="text-sm text-faint">{t('requests.plan.reply.line', { line })}</p>
                <blockquote className="my-0.5 border-l-2 border-line-strong pl-2.5 font-mono text-sm wrap-anywhere whitespace-pre-wrap text-muted">
                  {quote}
                </blockquote>
                <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {edited === undefined ? null : (
        <section className="mt-4 border-t border-line pt-3">
          <h4 className="mb-1.5 text-sm font-[560] text-muted">{t('requests.plan.keptEdited')}</h4>
          <Markdown text={edited} className="text-lg" />
        </section>
      )}
    </div>
  );
}
