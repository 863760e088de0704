import type { AvailableCommand } from '@shared/acp/update';
import type { Draft } from '@shared/attachment';
import { agentStateOf } from '@shared/ipc/agentState';
import type { AgentView } from '@shared/ipc/views';
import type { ProjectId } from '@shared/ids';
import { FolderPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { addFolder, createSession } from '../../stores/actions';
import { isFound, nameOf, stateLooks, useAgents } from '../../stores/agents';
import { useApp } from '../../stores/app';
import { flushDraft } from '../../stores/drafts';
import { report } from '../../stores/report';
import { useSessionList } from '../../stores/sessionList';
import { Button } from '../../ui/Button';
import { RadioGroup, RadioRow } from '../../ui/Radio';
import { Select } from '../../ui/Select';
import { toneText } from '../../ui/Pill';
import { cx } from '../../ui/cx';
import { Dot } from '../../ui/StatusMark';
import { useAttachments } from './attachments/useAttachments';
import { useImagesHint } from './attachments/useImagesHint';
import { MessageBox } from './MessageBox';
import { useDraft } from './useDraft';

const NO_COMMANDS: readonly AvailableCommand[] = [];

/** Where a session begins: in which folder, with which agent; then start it, or write the first message right away. */
export function NewSession({ projectId }: { projectId: ProjectId | null }) {
  const { t } = useTranslation();
  const projects = useSessionList((state) => state.projects);
  const agents = useAgents((state) => state.agents);
  const usedLast = useApp((state) => state.app?.settings.defaultAgent ?? null);
  const [pickedProject, pickProject] = useState<string | null>(null);
  const [pickedAgent, pickAgent] = useState<string | null>(null);
  const { draft, write } = useDraft(null, useNewDraft());
  const [busy, setBusy] = useState(false);

  const usable = Object.values(projects)
    .filter((project) => !project.missing)
    .sort((a, b) => a.order - b.order);
  const project = usable.find((one) => one.projectId === (pickedProject ?? projectId)) ?? usable[0];
  const agent = chosenAgent(agents, pickedAgent, usedLast);
  const attachments = useAttachments(
    project === undefined ? null : { projectId: project.projectId },
    draft.attachments,
    write,
  );
  const imagesHint = useImagesHint(agent?.config.id ?? '', draft.attachments);
  const ready = project !== undefined && agent !== undefined && !busy && !attachments.pending;

  const start = async () => {
    if (!ready) return;
    setBusy(true);
    await createSession(project.projectId, agent.config.id, draft);
    setBusy(false);
  };

  return (
    // The form and the message belong together: on a tall screen both stand in the middle, a little above it.
    <div className="flex min-h-0 flex-1 flex-col before:flex-[2] after:flex-[3]">
      <div className="flex min-h-0 justify-center overflow-y-auto pr-3.5 pl-6 [scrollbar-gutter:stable] narrow:pr-2.5 narrow:pl-5">
        <div className="flex w-full max-w-[728px] flex-col gap-6 pt-8 pb-6 narrow:pt-5">
          <h1 className="text-2xl font-[630] tracking-[-0.015em]">{t('newSession.title')}</h1>
          <section className="flex flex-col gap-2">
            <h2 id="new-session-project" className="text-sm font-[560] text-muted">
              {t('newSession.project')}
            </h2>
            <div className="flex flex-wrap items-center gap-2">
              {project === undefined ? (
                <p className="flex-1 text-muted">{t('newSession.noProject')}</p>
              ) : (
                <Select
                  label={t('newSession.project')}
                  labelledBy="new-session-project"
                  value={project.projectId}
                  choices={usable.map(({ projectId: value, name, path }) => ({
                    value,
                    label: name,
                    description: path,
                  }))}
                  onChange={pickProject}
                  className="min-w-0 flex-1"
                />
              )}
              <Button
                icon={<FolderPlus aria-hidden="true" className="size-3.5" strokeWidth={1.6} />}
                onClick={() => void addFolder()}
              >
                {t('newSession.addFolder')}
              </Button>
            </div>
          </section>
          <section className="flex flex-col gap-2">
            <h2 id="new-session-agent" className="text-sm font-[560] text-muted">
              {t('newSession.agent')}
            </h2>
            <RadioGroup labelledBy="new-session-agent" value={agent?.config.id ?? ''} onChange={pickAgent}>
              {[...agents.filter(mayBeThere), ...agents.filter((one) => !mayBeThere(one))].map((one) => (
                <AgentRow key={one.config.id} agent={one} />
              ))}
            </RadioGroup>
          </section>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button kind="primary" size="large" disabled={!ready} onClick={() => void start()}>
              {t('newSession.start')}
            </Button>
            <span className="min-w-0 flex-[1_1_200px] text-sm text-faint">
              {agent?.variantFirst === true ? t('newSession.hintVariant') : t('newSession.hint')}
            </span>
          </div>
        </div>
      </div>
      <div className="flex shrink-0 flex-col items-center px-6 pb-4 narrow:px-5 short:pb-2">
        <MessageBox
          text={draft.text}
          onText={(text) => write((now) => ({ ...now, text }))}
          onSend={() => void start()}
          onLeave={() => flushDraft(null)}
          placeholder={t('composer.placeholder', {
            agent: agent === undefined ? t('newSession.agent') : nameOf(t, agent),
          })}
          whyNot={ready ? null : t('newSession.whyNot')}
          commands={NO_COMMANDS}
          attachments={attachments}
          attachmentsHint={imagesHint}
        />
      </div>
    </div>
  );
}

/** What the store kept of this page's message; undefined until it is known. */
function useNewDraft(): Draft | undefined {
  const [stored, setStored] = useState<Draft>();
  useEffect(() => {
    let gone = false;
    void report(engine.call.drafts.ofNewSession({})).then((draft) => {
      if (!gone) setStored(draft);
    });
    return () => {
      gone = true;
    };
  }, []);
  return stored;
}

const mayBeThere = (agent: AgentView): boolean => agent.availability.status !== 'missing';

/**
 * What was picked here, else what was used last, else the first that answered, else the first that is there. One that is
 * looked for still is not replaced by another: its start waits until it is found.
 */
function chosenAgent(agents: readonly AgentView[], picked: string | null, usedLast: string | null) {
  const found = agents.filter(isFound);
  const byId = (id: string | null) => agents.find((agent) => agent.config.id === id && mayBeThere(agent));
  const others = found.filter((agent) => agent.origin !== 'demo');
  const ready = others.find((agent) => agentStateOf(agent) === 'ready');
  return byId(picked) ?? byId(usedLast) ?? ready ?? others[0] ?? found[0];
}

function AgentRow({ agent }: { agent: AgentView }) {
  const { t } = useTranslation();
  const state = agentStateOf(agent);
  const { command, id } = agent.config;
  const name = nameOf(t, agent);
  const detail =
    agent.origin === 'demo'
      ? t('home.demoText')
      : state === 'notFound'
        ? t('newSession.agentMissingText', { command })
        : agent.version;
  return (
    <RadioRow
      value={id}
      label={`${name}, ${t(`agents.state.${state}`)}`}
      disabled={!mayBeThere(agent)}
      end={
        <span className="flex items-center gap-1.5 text-sm text-muted">
          {isFound(agent) ? <Dot className={cx('!size-[7px]', toneText[stateLooks[state].tone])} /> : null}
          {t(`agents.state.${state}`)}
        </span>
      }
    >
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="font-[560]">{name}</span>
        <span className="truncate text-sm text-faint">{detail}</span>
      </span>
    </RadioRow>
  );
}
