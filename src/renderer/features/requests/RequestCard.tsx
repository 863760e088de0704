import type { SessionRequest } from '@shared/session/request';
import { FormCard } from './FormCard';
import { PermissionCard } from './PermissionCard';
import { PlanCard } from './PlanCard';
import { QuestionCard } from './QuestionCard';
import { UrlCard } from './UrlCard';

export interface RequestCardProps {
  request: SessionRequest;
  agentName: string;
  /** Given where the card stands outside its session. */
  sessionTitle?: string;
  /** Null: no session could be found for it; it stands at its agent. */
  sessionId: string | null;
}

/** What an agent asks and waits for, as a card that can be answered where it stands. */
export function RequestCard({ request, ...where }: RequestCardProps) {
  switch (request.kind) {
    case 'permission':
      return <PermissionCard request={request} {...where} />;
    case 'plan':
      return <PlanCard request={request} {...where} />;
    case 'question':
      return <QuestionCard request={request} {...where} />;
    case 'form':
      return <FormCard request={request} {...where} />;
    case 'url':
      return <UrlCard request={request} {...where} />;
  }
}

/** What every card is told of where it stands. */
export interface CardPlace {
  agentName: string;
  sessionTitle?: string;
  sessionId: string | null;
}
