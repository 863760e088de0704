import { type AgentState, agentStateOf } from '@shared/ipc/agentState';
import type { AgentAvailability } from '@shared/ipc/discovery';
import type { AgentView } from '@shared/ipc/views';
import { useTranslation } from 'react-i18next';
import { errorDetail, programNames } from '../../i18n/errorText';
import { startFaultText } from '../../i18n/startFaultText';
import { stateLooks } from '../../stores/agents';
import { toneText } from '../../ui/Pill';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import { LinkedText } from '../markdown/LinkedText';
import { ProbeFacts } from './ProbeResult';

/** States that are not said by what stands below anyway. */
const isTold = (state: AgentState): state is 'looking' | 'notChecked' | 'checking' | 'needsSignIn' =>
  state === 'looking' || state === 'notChecked' || state === 'checking' || state === 'needsSignIn';

interface AgentFactsProps {
  agent: AgentView;
  /** What is wrong is told below: a check has just failed. */
  faultTold: boolean;
}

/** What is known of an agent under its name: what is started, from where, what it can do, and what is wrong. */
export function AgentFacts({ agent, faultTold }: AgentFactsProps) {
  const { t } = useTranslation();
  const { config, availability, lastError, probe, origin, hint } = agent;
  const state = agentStateOf(agent);
  if (origin === 'demo') return <span>{t('home.demoText')}</span>;
  // While it is asked again the old answer says nothing.
  const fault = availability.status === 'found' && state !== 'checking' && !faultTold ? lastError : null;
  const detail = fault === null ? null : errorDetail(fault);
  return (
    <>
      <code className="font-mono text-xs break-all">{[config.command, ...config.args].join(' ')}</code>
      <Found availability={availability} />
      {isTold(state) ? (
        <span className={state === 'needsSignIn' ? 'text-need' : undefined}>{t(`agents.stateText.${state}`)}</span>
      ) : null}
      {probe === null ? <ProgramVersion agent={agent} /> : <ProbeFacts probe={{ ...probe, version: agent.version }} />}
      {hint === null ? null : <span className="text-need">{t(`agents.hint.${hint}`)}</span>}
      {fault === null ? null : (
        <span className={toneText[stateLooks[state].tone]}>
          <LinkedText text={startFaultText(t, fault)} />
        </span>
      )}
      {detail === null ? null : (
        <pre
          ref={keyboardScrollable}
          aria-label={t('errors.detail')}
          className="mt-1 max-h-32 overflow-auto rounded-md border border-stop-line bg-stop-bg px-3 py-2 font-mono text-xs whitespace-pre-wrap"
        >
          {detail}
        </pre>
      )}
    </>
  );
}

/** Before the first initialize: what the program itself said. */
function ProgramVersion({ agent: { version } }: { agent: AgentView }) {
  const { t } = useTranslation();
  return version === null ? null : <span>{t('agents.version', { version })}</span>;
}

function Found({ availability }: { availability: AgentAvailability }) {
  const { t } = useTranslation();
  switch (availability.status) {
    case 'looking':
      return null;
    case 'found':
      return (
        <span className="wrap-anywhere text-faint">
          {t('agents.foundFrom', {
            path: availability.executable,
            source: t(`agents.source.${availability.source}`),
          })}
        </span>
      );
    case 'missing': {
      const { command, alsoTried, searched, rejected } = availability;
      const [only] = searched;
      return (
        <>
          {rejected.some(({ late }) => late) ? null : (
            <span>{t('agents.missing', { command: programNames(command, alsoTried) })}</span>
          )}
          {rejected.map(({ executable, said, late }) => (
            <span key={executable}>
              {late || said === ''
                ? t(late ? 'agents.rejectedLate' : 'agents.rejectedSilent', { path: executable })
                : t('agents.rejected', { path: executable, said })}
            </span>
          ))}
          <span className="text-faint">
            {searched.length === 1 && only !== undefined
              ? t('agents.searchedOwn', { folders: only })
              : t('agents.searchedCount', { count: searched.length })}
          </span>
        </>
      );
    }
  }
}
