import type { AgentMcpAction, AgentMcpServer, AgentMcpStatus, AgentMcpView } from '@shared/agentMcp';
import type { AppError, Result } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import { RotateCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import { engine } from '../../ipc/engine';
import { closeDialog } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Pill, Tag, type Tone } from '../../ui/Pill';
import { Spinner } from '../../ui/Spinner';

/** The MCP servers of the agent's own files, with their state, and what can be done about each by the agent's own program. */
export function AgentMcpDialog({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { view, error, busy, run } = useAgentMcp(sessionId);
  return (
    <Dialog
      open
      wide
      onClose={closeDialog}
      title={t('agentMcp.title')}
      description={t('agentMcp.text')}
      actions={
        <>
          <Button kind="primary" onClick={closeDialog}>
            {t('common.close')}
          </Button>
          <Button
            disabled={busy !== null}
            icon={<RotateCw aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
            onClick={() => run('', engine.call.agentMcp.list({ sessionId }))}
          >
            {t('agentMcp.again')}
          </Button>
          <span className="grow" />
          {busy === null ? null : (
            <span role="status" className="flex items-center gap-2 text-sm text-muted">
              <Spinner className="size-3 text-work" />
              {busy === '' ? t('agentMcp.asking') : t('agentMcp.working', { name: busy })}
            </span>
          )}
        </>
      }
    >
      {error === null ? null : (
        <p role="alert" className="mb-2 text-stop selectable">
          {errorText(error)}
        </p>
      )}
      {view?.problems.map(({ where, error: problem }) => (
        <p key={where} className="mb-2 rounded-md border border-need-line bg-need-bg px-3 py-2 text-sm selectable">
          {errorText(problem)}
        </p>
      ))}
      {view === null || view.servers.length > 0 ? null : <p className="py-2 text-muted">{t('agentMcp.none')}</p>}
      <ul aria-label={t('agentMcp.title')} className="flex flex-col">
        {view?.servers.map((server) => (
          <Server
            key={server.name}
            server={server}
            disabled={busy !== null}
            onAct={(action) => run(server.name, engine.call.agentMcp.act({ sessionId, name: server.name, action }))}
          />
        ))}
      </ul>
    </Dialog>
  );
}

const TONES: Record<AgentMcpStatus, Tone> = {
  ready: 'go',
  needsApproval: 'need',
  needsLogin: 'need',
  disabled: 'quiet',
  failed: 'stop',
  unknown: 'quiet',
};

interface ServerProps {
  server: AgentMcpServer;
  disabled: boolean;
  onAct: (action: AgentMcpAction) => void;
}

function Server({ server, disabled, onAct }: ServerProps) {
  const { t } = useTranslation();
  const { name, scope, detail, status, told, isRemote } = server;
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 first:border-0">
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <span className="truncate font-[560] selectable">{name}</span>
          <Tag>{t(`agentMcp.scope.${scope}`)}</Tag>
        </div>
        {detail === '' ? null : <p className="truncate font-mono text-xs text-faint selectable">{detail}</p>}
      </div>
      <span title={told ?? undefined}>
        <Pill tone={TONES[status]}>
          {status === 'unknown' ? (told ?? t('agentMcp.status.unknown')) : t(`agentMcp.status.${status}`)}
        </Pill>
      </span>
      {actionsOf(status, isRemote).map((action) => (
        <Button
          key={action}
          size="small"
          disabled={disabled}
          aria-label={t(`agentMcp.actionName.${action}`, { name })}
          onClick={() => onAct(action)}
        >
          {t(`agentMcp.action.${action}`)}
        </Button>
      ))}
    </li>
  );
}

/** What makes sense in a state; of one that nobody understands, all. */
function actionsOf(status: AgentMcpStatus, isRemote: boolean): readonly AgentMcpAction[] {
  switch (status) {
    case 'ready':
      return ['disable'];
    case 'needsApproval':
    case 'disabled':
      return ['enable'];
    case 'needsLogin':
      return ['login', 'disable'];
    case 'failed':
      return isRemote ? ['login', 'disable'] : ['disable'];
    case 'unknown':
      return isRemote ? ['enable', 'login'] : ['enable'];
  }
}

function useAgentMcp(sessionId: SessionId) {
  const [view, setView] = useState<AgentMcpView | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  /** The server that something is done about; '': all are asked for. */
  const [busy, setBusy] = useState<string | null>('');
  const settle = useCallback((result: Result<AgentMcpView>) => {
    setBusy(null);
    if (result.ok) setView(result.value);
    else setError(result.error);
  }, []);
  const run = (name: string, call: Promise<Result<AgentMcpView>>) => {
    setBusy(name);
    setError(null);
    void call.then(settle);
  };
  useEffect(() => {
    let wanted = true;
    void engine.call.agentMcp.list({ sessionId }).then((result) => (wanted ? settle(result) : undefined));
    return () => {
      wanted = false;
    };
  }, [sessionId, settle]);
  return { view, error, busy, run };
}
