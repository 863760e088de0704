import type { RequestOf } from '@shared/session/request';
import { useTranslation } from 'react-i18next';
import { useAgents } from '../../stores/agents';
import { useReplica } from '../../stores/replicas';
import { AskButton, LeaveAsk } from './AskButton';
import { AskFrame, isOnCard, isTyping, numberKey } from './AskFrame';
import { useRequestDraft } from './drafts';
import { orderOptions } from './optionOrder';
import { PermissionSubject } from './PermissionSubject';
import type { CardPlace } from './RequestCard';
import { useAnswer } from './useAnswer';

/** May it? Every option that the agent offers, by its own id; what it is about stands above the choice. */
export function PermissionCard({
  request,
  agentName,
  sessionTitle,
  sessionId,
}: { request: RequestOf<'permission'> } & CardPlace) {
  const { t } = useTranslation();
  const [draft] = useRequestDraft(request.requestId);
  const { answer } = useAnswer(request);
  const { options, enter, escape } = orderOptions(request.options);
  const choose = (optionId: string, viaKeyboard: boolean) => answer({ kind: 'permission', optionId }, viaKeyboard);
  const cancel = (viaKeyboard: boolean) => answer({ kind: 'cancelled' }, viaKeyboard);
  const lasting = options.filter((option) => option.kind === 'allow_always' || option.kind === 'reject_always');
  return (
    <AskFrame
      request={request}
      region={t('requests.permission.region')}
      heading={t(`requests.permission.title.${request.toolCall.kind ?? 'other'}`)}
      aside={[sessionTitle, agentName].filter((part) => part !== undefined && part !== '').join(' · ')}
      error={draft.error}
      onKey={(event) => {
        if (isTyping(event) || draft.sending) return false;
        if (event.key === 'Escape') {
          if (escape) choose(escape.optionId, true);
          else cancel(true);
          return true;
        }
        if (event.key === 'Enter' && isOnCard(event) && enter) {
          choose(enter.optionId, true);
          return true;
        }
        const option = options[numberKey(event) ?? -1];
        if (option === undefined) return false;
        choose(option.optionId, true);
        return true;
      }}
      actions={
        <>
          {options.map((option, index) => (
            <AskButton
              key={option.optionId}
              kind={option === enter ? 'primary' : 'normal'}
              disabled={draft.sending}
              keys={option === enter ? '⏎' : option === escape ? 'Esc' : index < 9 ? String(index + 1) : undefined}
              onPress={(viaKeyboard) => choose(option.optionId, viaKeyboard)}
            >
              {option.name}
            </AskButton>
          ))}
          {escape ? null : (
            <LeaveAsk disabled={draft.sending} onPress={cancel}>
              {t('common.cancel')}
            </LeaveAsk>
          )}
        </>
      }
    >
      <div className="px-3.5 py-3">
        <PermissionSubject toolCall={request.toolCall} sessionId={sessionId} />
        {lasting.length > 0 ? (
          <div className="mt-2.5 text-sm text-faint">
            {lasting.map((option) => (
              <p key={option.optionId}>
                {t(`requests.permission.lasting.${option.kind === 'allow_always' ? 'allow' : 'reject'}`, {
                  option: option.name,
                  agent: agentName,
                })}
              </p>
            ))}
            <WhereItLasts sessionId={sessionId} />
          </div>
        ) : null}
      </div>
    </AskFrame>
  );
}

/** Some agents write what is allowed for ever into the permissions of the whole account; what others do nobody knows. */
function WhereItLasts({ sessionId }: { sessionId: string | null }) {
  const { t } = useTranslation();
  const agentId = useReplica(sessionId ?? '', (replica) => replica.agentId);
  const agent = useAgents(({ agents }) => agents.find(({ config }) => config.id === agentId));
  return (
    <p>
      {agent?.lastingPermission === 'account'
        ? t('requests.permission.lastsAccount', { agent: agent.config.name })
        : t('requests.permission.lastsUnknown')}
    </p>
  );
}
