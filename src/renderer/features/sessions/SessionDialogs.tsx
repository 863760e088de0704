import type { AgentId } from '@shared/ids';
import type { ProjectView } from '@shared/ipc/views';
import type { SessionSummary } from '@shared/session/summary';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { agentName, useAgents } from '../../stores/agents';
import { forceStop } from '../../stores/forceStop';
import { report } from '../../stores/report';
import { useSessionList } from '../../stores/sessionList';
import { closeDialog, tell, useUi } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/TextField';
import { DeleteSessions } from './DeleteSessions';

/** The questions that sidebar and header ask before they do what cannot be taken back. */
export function SessionDialogs() {
  const dialog = useUi((state) => state.dialog);
  const session = useSessionList((state) =>
    dialog !== null && 'sessionId' in dialog ? state.sessions[dialog.sessionId] : undefined,
  );
  const project = useSessionList((state) =>
    dialog !== null && 'projectId' in dialog ? state.projects[dialog.projectId] : undefined,
  );
  if (dialog === null) return null;
  if (dialog.kind === 'signOut') return <SignOut agentId={dialog.agentId} />;
  if (dialog.kind === 'deleteSessions') return <DeleteSessions sessionIds={dialog.sessionIds} />;
  if (session !== undefined && dialog.kind === 'forceStop') return <ForceStop session={session} />;
  if (project !== undefined && dialog.kind === 'removeProject') return <RemoveProject project={project} />;
  if (project !== undefined && dialog.kind === 'renameProject') return <RenameProject project={project} />;
  return null;
}

function ForceStop({ session }: { session: SessionSummary }) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open
      title={t('session.forceStopTitle')}
      text={t('session.forceStopText')}
      action={t('session.forceStop')}
      onConfirm={() => void forceStop(t, session.sessionId)}
      onClose={closeDialog}
    />
  );
}

function SignOut({ agentId }: { agentId: AgentId }) {
  const { t } = useTranslation();
  const agent = useAgents((state) => agentName(t, state.agents, agentId));
  const signOut = async () => {
    const done = await report(engine.call.signIn.signOut({ agentId }));
    if (done !== undefined) tell(t('signIn.signedOut', { agent }));
  };
  return (
    <ConfirmDialog
      open
      title={t('signIn.signOutTitle', { agent })}
      text={t('signIn.signOutText')}
      action={t('signIn.signOutAction')}
      onConfirm={() => void signOut()}
      onClose={closeDialog}
    />
  );
}

function RemoveProject({ project }: { project: ProjectView }) {
  const { t } = useTranslation();
  const { projectId, name, path } = project;
  return (
    <ConfirmDialog
      open
      title={t('project.removeTitle')}
      text={t('project.removeText', { name, path })}
      action={t('common.remove')}
      onConfirm={() => void report(engine.call.projects.remove({ projectId }))}
      onClose={closeDialog}
    />
  );
}

function RenameProject({ project }: { project: ProjectView }) {
  const { t } = useTranslation();
  const [name, setName] = useState(project.name);
  const form = useRef<HTMLFormElement>(null);
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={t('common.rename')}
      actions={
        <>
          <Button kind="primary" disabled={name.trim() === ''} onClick={() => form.current?.requestSubmit()}>
            {t('common.save')}
          </Button>
          <Button onClick={closeDialog}>{t('common.cancel')}</Button>
        </>
      }
    >
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === '') return;
          closeDialog();
          void report(engine.call.projects.rename({ projectId: project.projectId, name: name.trim() }));
        }}
      >
        <TextField label={t('project.renameLabel')} value={name} onChange={setName} maxLength={200} />
      </form>
    </Dialog>
  );
}
