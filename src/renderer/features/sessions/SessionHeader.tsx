import type { SessionId } from '@shared/ids';
import { Ellipsis, ListTree, PanelRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { agentName, useAgents } from '../../stores/agents';
import { useFilePane } from '../../stores/filePane';
import { togglePanel, usePanel } from '../../stores/panel';
import { useSessionList } from '../../stores/sessionList';
import { openDialog, useUi } from '../../stores/ui';
import { useKeys } from '../../stores/useKeys';
import { IconButton } from '../../ui/IconButton';
import { Menu } from '../../ui/Menu';
import { PageHeader } from '../../ui/PageHeader';
import { InlineRename } from './InlineRename';
import { SessionMenu } from './SessionMenu';
import { StatusPill } from './StatusPill';

export function SessionHeader({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const session = useSessionList((state) => state.sessions[sessionId]);
  const project = useSessionList((state) => (session === undefined ? undefined : state.projects[session.projectId]));
  const agent = useAgents((state) => agentName(t, state.agents, session?.agentId ?? ''));
  const covered = useFilePane(({ file }) => file?.sessionId === sessionId);
  const panelOpen = usePanel().open && !covered;
  const outlineKeys = useKeys('outline');
  const panelKeys = useKeys('togglePanel');
  const renaming = useUi(({ renaming }) => renaming?.sessionId === sessionId && renaming.where === 'header');
  if (session === undefined) return <PageHeader>{null}</PageHeader>;
  const title = session.title ?? t('sidebar.untitled');
  const crumb = [project?.name, project?.branch, agent].filter(Boolean).join(' · ');
  return (
    <PageHeader className="!pr-3 narrow:gap-1">
      {renaming ? (
        // A long name needs all the room that there is.
        <InlineRename sessionId={sessionId} title={title} className="max-w-[640px] min-w-0 flex-1" />
      ) : (
        <div className="flex min-w-0 items-baseline gap-2">
          <div
            role="presentation"
            onDoubleClick={() => useUi.setState({ renaming: { sessionId, where: 'header' } })}
            className="max-w-[calc(100%-80px)] shrink-0 narrow:max-w-full"
          >
            <h1 title={title} className="truncate leading-[22px] font-[600]">
              {title}
            </h1>
          </div>
          {/* It gives way first, but the project stays. */}
          <span className="min-w-[72px] truncate text-sm text-faint narrow:hidden" title={`${crumb}\n${session.cwd}`}>
            {crumb}
          </span>
        </div>
      )}
      <span className="ml-auto" />
      <StatusPill session={session} />
      <IconButton
        label={t('commands.outline')}
        keys={outlineKeys?.shown}
        aria-keyshortcuts={outlineKeys?.aria}
        aria-haspopup="dialog"
        onClick={() => openDialog({ kind: 'outline', sessionId })}
      >
        <ListTree aria-hidden="true" className="size-3.5" strokeWidth={1.6} />
      </IconButton>
      <IconButton
        label={panelOpen ? t('session.hidePanel') : t('session.showPanel')}
        keys={panelKeys?.shown}
        aria-keyshortcuts={panelKeys?.aria}
        aria-pressed={panelOpen}
        onClick={togglePanel}
      >
        <PanelRight aria-hidden="true" className="size-3.5" strokeWidth={1.6} />
      </IconButton>
      <Menu
        align="end"
        trigger={
          <IconButton label={t('session.actions')}>
            <Ellipsis aria-hidden="true" className="size-3.5" strokeWidth={1.7} />
          </IconButton>
        }
      >
        <SessionMenu session={session} where="header" />
      </Menu>
    </PageHeader>
  );
}
