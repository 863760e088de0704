import type { Attachment } from '@shared/attachment';
import { useTranslation } from 'react-i18next';
import { agentName, useAgents } from '../../../stores/agents';

/** Said before it is sent, where it is known: this agent takes no pictures, so they go as files (AC-79). */
export function useImagesHint(agentId: string, attachments: readonly Attachment[]): string | null {
  const { t } = useTranslation();
  const agent = useAgents((state) => agentName(t, state.agents, agentId));
  const takesNone = useAgents((state) => {
    const found = state.agents.find(({ config }) => config.id === agentId);
    return found?.probe?.capabilities.image === false;
  });
  const hasImages = attachments.some(({ kind }) => kind === 'image');
  return takesNone && hasImages ? t('composer.imagesAsFiles', { agent }) : null;
}
