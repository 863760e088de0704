import { planText } from '@shared/session/planText';
import type { RequestOf } from '@shared/session/request';
import { Save } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { IconButton } from '../../ui/IconButton';
import { CopyButton } from '../markdown/CopyButton';

export interface PlanToolsProps {
  request: RequestOf<'plan'>;
  sessionId: string | null;
  /** The whole plan as it stands there, where that is not as it was proposed. */
  markdown?: string;
}

/** Copy and save, also for a plan that is settled. */
export function PlanTools({ request, sessionId, markdown = planText(request.plan) }: PlanToolsProps) {
  const { t } = useTranslation();
  const [told, setTold] = useState('');
  return (
    <span className="flex shrink-0 items-center gap-0.5">
      {told === '' ? null : (
        <span role="status" className="mr-1.5 max-w-60 truncate text-sm text-faint" title={told}>
          {told}
        </span>
      )}
      <CopyButton label={t('requests.plan.copy')} text={() => markdown} />
      {sessionId === null ? null : (
        <IconButton
          size="small"
          label={t('requests.plan.save')}
          onClick={() => {
            const call = { sessionId, requestId: request.requestId, markdown };
            void engine.call.sessions.savePlan(call).then((result) => {
              if (!result.ok) setTold(t('requests.plan.notSaved'));
              else if (result.value !== null) setTold(t('requests.plan.saved', { path: result.value.path }));
            });
          }}
        >
          <Save aria-hidden="true" size={13} />
        </IconButton>
      )}
    </span>
  );
}
