import type { ItemOf } from '@shared/session/item';
import type { RequestOf, Settlement } from '@shared/session/request';
import type { TFunction } from 'i18next';
import { Check, CircleSlash, type LucideIcon, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../stores/replicas';
import { RequestCard } from '../requests/RequestCard';
import { commandOf } from '@shared/session/commandFacts';
import { useDisclosure } from './disclosure';
import { KeptPlan } from './KeptPlan';
import { QuietLine } from './parts/QuietLine';
import { useTranscriptPlace } from './transcriptContext';

type RequestItem = ItemOf<'request'>;

/** While it waits: the card. Afterwards one quiet line with what was chosen; a plan stays readable. */
export const RequestRow = memo(function RequestRow({ item }: { item: RequestItem }) {
  const { sessionId, agentName } = useTranscriptPlace();
  if (item.settlement === null)
    return <RequestCard request={item.request} agentName={agentName} sessionId={sessionId} />;
  return <SettledRequest item={item} settlement={item.settlement} />;
});

function SettledRequest({ item, settlement }: { item: RequestItem; settlement: Settlement }) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const { toggled, flip } = useDisclosure(`${sessionId}/request/${item.ordinal}`);
  const { request } = item;
  const { words, Icon } = settledWords(t, item, settlement);
  const lines = answersOf(item, settlement);
  const more = request.kind === 'plan' || lines.length > 1;
  return (
    <div>
      <QuietLine
        icon={<Icon aria-hidden="true" size={14} strokeWidth={1.8} />}
        {...(more ? { open: toggled, onFlip: flip } : {})}
      >
        <span className="min-w-0 truncate">{words}</span>
        <Subject item={item} />
      </QuietLine>
      {toggled && request.kind === 'plan' ? <KeptPlan request={request} settlement={settlement} /> : null}
      {toggled && lines.length > 1 ? (
        <dl className="mt-1 mb-2 ml-[6px] border-l border-line pl-[15px] text-md selectable">
          {lines.map((line, index) => (
            <div key={index} className="py-0.5">
              <dt className="text-muted">{line.prompt}</dt>
              <dd>{line.answer}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

/** What it was about, in a few words; nothing where the tool's own row tells it right above. */
function Subject({ item: { request } }: { item: RequestItem }) {
  const { sessionId } = useTranscriptPlace();
  const toolCallId = request.kind === 'permission' ? request.toolCall.toolCallId : null;
  const told = useSession(sessionId, ({ items }) =>
    items.some((item) => item.kind === 'toolCall' && item.toolCallId === toolCallId),
  );
  if (request.kind !== 'permission' || told) return null;
  return (
    <span className="min-w-0 shrink truncate font-mono text-sm text-faint">
      {request.toolCall.kind === 'execute' ? commandOf(request.toolCall) : request.toolCall.title}
    </span>
  );
}

interface SettledWords {
  words: string;
  Icon: LucideIcon;
}

function settledWords(t: TFunction, { request }: RequestItem, settlement: Settlement): SettledWords {
  if (settlement.kind !== 'answered')
    return { words: t(`requests.settled.${settlement.kind}`, { what: whatOf(t, request) }), Icon: CircleSlash };
  const { answer } = settlement;
  const cancelled = { words: t('requests.settled.dismissed', { what: whatOf(t, request) }), Icon: X };
  switch (answer.kind) {
    case 'permission': {
      if (request.kind !== 'permission') return cancelled;
      const option = request.options.find((one) => one.optionId === answer.optionId);
      const name = option?.name ?? answer.optionId;
      return {
        words: t('requests.settled.chose', { option: name }),
        Icon: option?.kind.startsWith('reject') ? X : Check,
      };
    }
    case 'plan': {
      const name = request.kind === 'plan' ? (request.plan.name ?? '') : '';
      const plan = name === '' ? t('requests.settled.plan') : t('requests.settled.planNamed', { name });
      if (answer.decision === 'accepted') return { words: t('requests.settled.planAccepted', { plan }), Icon: Check };
      if (answer.edited !== undefined) return { words: t('requests.settled.planEdited', { plan }), Icon: X };
      if (answer.comments !== undefined) {
        return { words: t('requests.settled.planComments', { plan, count: answer.comments.length }), Icon: X };
      }
      return answer.reason === undefined
        ? { words: t('requests.settled.planRejected', { plan }), Icon: X }
        : { words: t('requests.settled.planRejectedWith', { plan, reason: answer.reason }), Icon: X };
    }
    case 'question': {
      if (answer.decision === 'skipped') {
        return answer.reason === undefined
          ? { words: t('requests.settled.skipped'), Icon: CircleSlash }
          : { words: t('requests.settled.skippedWith', { reason: answer.reason }), Icon: CircleSlash };
      }
      const lines = request.kind === 'question' ? labelled(request, answer.answers) : [];
      const [only] = lines;
      return lines.length === 1 && only
        ? { words: t('requests.settled.answeredOne', { question: only.prompt, answer: only.answer }), Icon: Check }
        : { words: t('requests.settled.answered', { count: lines.length }), Icon: Check };
    }
    case 'form':
      return answer.decision === 'accepted'
        ? { words: t('requests.settled.formSent'), Icon: Check }
        : { words: t('requests.settled.formDeclined'), Icon: X };
    case 'url':
      return answer.decision === 'opened'
        ? { words: t('requests.settled.urlOpened'), Icon: Check }
        : { words: t('requests.settled.urlDeclined'), Icon: X };
    case 'cancelled':
      return cancelled;
  }
}

const whatOf = (t: TFunction, request: RequestItem['request']): string => t(`requests.what.${request.kind}`);

interface AnswerLine {
  prompt: string;
  answer: string;
}

function answersOf({ request }: RequestItem, settlement: Settlement): AnswerLine[] {
  if (settlement.kind !== 'answered') return [];
  const { answer } = settlement;
  if (request.kind === 'question' && answer.kind === 'question' && answer.decision === 'answered') {
    return labelled(request, answer.answers);
  }
  if (request.kind === 'form' && answer.kind === 'form' && answer.decision === 'accepted') {
    const { content } = answer;
    return request.fields.flatMap((field) => {
      const value = content[field.name];
      return value === undefined
        ? []
        : [{ prompt: field.label, answer: Array.isArray(value) ? value.join(', ') : String(value) }];
    });
  }
  return [];
}

function labelled(
  request: RequestOf<'question'>,
  answers: readonly { questionId: string; selectedOptionIds: readonly string[] }[],
): AnswerLine[] {
  return request.questions.map((question) => {
    const chosen = answers.find((one) => one.questionId === question.id)?.selectedOptionIds ?? [];
    const labels = chosen.map((id) => question.options.find((option) => option.id === id)?.label ?? id);
    return { prompt: question.prompt, answer: labels.join(', ') };
  });
}
