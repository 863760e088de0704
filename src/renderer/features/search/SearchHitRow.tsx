import type { SearchHit } from '@shared/ipc/search';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { goToItem } from '../../stores/actions';
import { agentName, useAgents } from '../../stores/agents';
import { useApp } from '../../stores/app';
import { choose } from '../../stores/search';
import { useSessionList } from '../../stores/sessionList';
import { ListOption } from '../../ui/ListOption';
import { Snippet } from '../../ui/Snippet';

export interface SearchHitRowProps {
  id: string;
  hit: SearchHit;
  index: number;
  chosen: boolean;
}

/** Where it was said, by whom and when, and the words around it. Of forty of them a key draws none, an arrow two. */
export const SearchHitRow = memo(function SearchHitRow({ id, hit, index, chosen }: SearchHitRowProps) {
  const { t } = useTranslation();
  const session = useSessionList((state) => state.sessions[hit.sessionId]);
  const project = useSessionList((state) => state.projects[session?.projectId ?? '']?.name);
  const agent = useAgents((state) => agentName(t, state.agents, session?.agentId ?? ''));
  const locale = useApp((state) => state.app?.locale ?? 'en');
  // To make one costs more than the rest of the row.
  const when = useMemo(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(hit.at),
    [locale, hit.at],
  );
  return (
    <ListOption
      id={id}
      chosen={chosen}
      onPoint={() => choose(index)}
      onTake={() => goToItem(hit.sessionId, hit.ordinal)}
      className="py-2"
    >
      <div className="flex items-baseline gap-2 text-sm text-faint narrow:flex-wrap narrow:gap-y-0">
        <span className="min-w-0 truncate font-[560] text-muted narrow:basis-full">
          {session?.title ?? t('sidebar.untitled')}
        </span>
        <span className="min-w-0 shrink truncate">{[project, agent].filter(Boolean).join(' · ')}</span>
        <span className="flex-1" />
        <span className="shrink-0">{t(`search.hitKind.${hit.kind}`)}</span>
        <time dateTime={new Date(hit.at).toISOString()} className="shrink-0 tabular-nums">
          {when}
        </time>
      </div>
      <p className="mt-0.5 line-clamp-2 text-md break-words">
        <Snippet parts={hit.snippet} />
      </p>
    </ListOption>
  );
});
