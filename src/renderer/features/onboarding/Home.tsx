import { agentStateOf } from '@shared/ipc/agentState';
import type { AgentId } from '@shared/ids';
import type { AgentView } from '@shared/ipc/views';
import { REGISTRY_IDS } from '@shared/registry';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { addFolder, createDemo, newSession } from '../../stores/actions';
import { isFound, nameOf, stateLooks, useAgents } from '../../stores/agents';
import { report } from '../../stores/report';
import { useSessionList } from '../../stores/sessionList';
import { openDialog, show } from '../../stores/ui';
import { useKeys } from '../../stores/useKeys';
import { Button } from '../../ui/Button';
import { Tag } from '../../ui/Pill';
import { StatusMark } from '../../ui/StatusMark';

/** What there is when no session is open: the first start, or the choice of where to go on. */
export function Home() {
  const first = useSessionList((state) => Object.keys(state.projects).length === 0);
  return (
    <div className="flex min-h-0 flex-1 overflow-y-auto p-6 *:m-auto narrow:p-4">
      {first ? <FirstStart /> : <PickSession />}
    </div>
  );
}

function FirstStart() {
  const { t } = useTranslation();
  const agents = useAgents((state) => state.agents);
  const ready = useAgents((state) => state.ready);
  // The first start: what is there is asked what it is, behind everything else.
  useEffect(() => {
    if (ready) void report(engine.call.agents.refresh({}));
  }, [ready]);
  const anyLooking = agents.some(({ availability }) => availability.status === 'looking');
  const anyFound = agents.some((agent) => isFound(agent) && agent.origin !== 'demo');
  const shown = [...agents].sort((a, b) => Number(isFound(b)) - Number(isFound(a)));
  return (
    <div className="w-full max-w-[640px] rounded-lg border border-dashed border-line-strong px-[30px] py-[34px] text-center narrow:px-3 narrow:py-6">
      <h1 className="mb-1.5 text-2xl font-[630] tracking-[-0.015em]">{t('home.title')}</h1>
      <p className="mx-auto mb-[18px] max-w-[420px] text-lg text-muted">
        {!ready
          ? t('app.connecting')
          : anyFound
            ? t('home.foundText')
            : t(anyLooking ? 'agents.detecting' : 'home.noneText')}
      </p>
      <ul
        aria-label={t('home.agents')}
        className="mx-auto max-w-[440px] divide-y divide-line rounded-lg border border-line bg-surface text-left empty:hidden"
      >
        {shown.map((agent) => (
          <AgentLine key={agent.config.id} agent={agent} />
        ))}
      </ul>
      <div className="mt-[18px] flex flex-wrap justify-center gap-2">
        <Button kind="primary" size="large" onClick={() => void addFolder()}>
          {t('home.openFolder')}
        </Button>
        <Button size="large" onClick={() => void createDemo()}>
          {t('home.tryDemo')}
        </Button>
        <Button kind="quiet" size="large" onClick={() => void report(engine.call.agents.detect({}))}>
          {t('home.lookAgain')}
        </Button>
      </div>
      <p className="mt-3 text-sm text-faint">{t('app.dropFolder')}</p>
    </div>
  );
}

/** Installed from the registry where that knows it; else by its command. */
function setUp(agentId: AgentId): void {
  const entryId = REGISTRY_IDS[agentId];
  if (entryId === undefined) show({ view: 'settings', section: 'agents', agentId });
  else openDialog({ kind: 'registry', entryId });
}

function AgentLine({ agent }: { agent: AgentView }) {
  const { t } = useTranslation();
  const state = agentStateOf(agent);
  return (
    <li className="flex h-[42px] items-center gap-2.5 px-[13px]">
      <StatusMark mark={stateLooks[state].mark} />
      <span className="font-[560]">{nameOf(t, agent)}</span>
      <span className="min-w-0 flex-1 truncate text-sm text-faint">
        {agent.origin === 'demo' ? t('home.demoText') : agent.version}
      </span>
      {/* Without room for both, its sign and the button say as much. */}
      <span className={state === 'notFound' ? 'flex narrow:sr-only' : 'flex'}>
        <Tag tone={stateLooks[state].tone}>{t(`agents.state.${state}`)}</Tag>
      </span>
      {state === 'notFound' ? (
        <Button
          size="small"
          onClick={() => setUp(agent.config.id)}
          aria-label={`${t('home.setUp')}, ${nameOf(t, agent)}`}
        >
          {t('home.setUp')}
        </Button>
      ) : null}
    </li>
  );
}

function PickSession() {
  const { t } = useTranslation();
  const newKeys = useKeys('newSession');
  const helpKeys = useKeys('shortcuts');
  return (
    <div className="max-w-[440px] text-center">
      <h1 className="mb-1.5 text-2xl font-[630] tracking-[-0.015em]">{t('home.pickTitle')}</h1>
      <p className="mb-[18px] text-lg text-muted">{t('home.pickText')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button kind="primary" size="large" keys={newKeys?.shown} onClick={() => newSession()}>
          {t('newSession.start')}
        </Button>
        <Button size="large" keys={helpKeys?.shown} onClick={() => openDialog({ kind: 'shortcuts' })}>
          {t('home.keys')}
        </Button>
      </div>
    </div>
  );
}
