import { agentMcpSupport } from '@shared/agentMcp';
import type { SessionId } from '@shared/ids';
import type { McpGiven } from '@shared/mcpServer';
import { useTranslation } from 'react-i18next';
import { useAgents } from '../../stores/agents';
import { useReplica, useSession } from '../../stores/replicas';
import { openDialog } from '../../stores/ui';
import { cx } from '../../ui/cx';
import { StatusMark } from '../../ui/StatusMark';
import { Section } from './Section';

const NONE: McpGiven = { given: [], leftOut: [] };

/** The person's MCP servers, as this session's agent was told of them: which it was given, and why others not. */
export function McpSection({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const mcp = useSession(sessionId, (state) => state.mcp) ?? NONE;
  const agentId = useReplica(sessionId, (replica) => replica.agentId);
  const agent = useAgents((state) => state.agents.find(({ config }) => config.id === agentId)?.config);
  const own = agent === undefined ? null : agentMcpSupport(agent.adapter);
  const total = mcp.given.length + mcp.leftOut.length;
  if (total === 0 && own === null) return null;
  return (
    <Section
      title={t('mcp.panel')}
      end={total === 0 ? undefined : t('todos.progress', { done: mcp.given.length, total })}
    >
      <ul aria-label={t('mcp.panel')} className="flex flex-col gap-1 empty:hidden">
        {mcp.given.map((name) => (
          <li key={name} className="flex items-center gap-2">
            <StatusMark mark="done" />
            <span className="truncate">{name}</span>
          </li>
        ))}
        {mcp.leftOut.map(({ name, reason, detail }) => (
          <li key={name} className="flex items-start gap-2">
            <span className="mt-[3px]">
              <StatusMark mark="idle" />
            </span>
            <span className="min-w-0">
              <span className="block truncate text-muted">{name}</span>
              <span className="block text-sm text-faint">{t(`mcp.leftOut.${reason}`, { detail })}</span>
            </span>
          </li>
        ))}
      </ul>
      {own?.mayIgnoreGiven && mcp.given.length > 0 ? (
        <p className="mt-2.5 text-sm text-muted">
          {t('agentMcp.mayIgnore', { agent: agent?.name ?? '', file: own.file })}
        </p>
      ) : null}
      {own === null ? null : (
        <button
          type="button"
          onClick={() => openDialog({ kind: 'agentMcp', sessionId })}
          className={cx(
            'text-sm text-muted underline decoration-line-strong underline-offset-[3px] hover:text-text',
            total > 0 && 'mt-2',
          )}
        >
          {t('agentMcp.open', { file: own.file })}
        </button>
      )}
    </Section>
  );
}
