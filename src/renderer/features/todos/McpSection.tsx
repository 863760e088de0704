import type { SessionId } from '@shared/ids';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../stores/replicas';
import { StatusMark } from '../../ui/StatusMark';
import { Section } from './Section';

/** The person's MCP servers, as this session's agent was told of them: which it was given, and why others not. */
export function McpSection({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const mcp = useSession(sessionId, (state) => state.mcp);
  if (mcp === undefined) return null;
  const total = mcp.given.length + mcp.leftOut.length;
  return (
    <Section title={t('mcp.panel')} end={t('todos.progress', { done: mcp.given.length, total })}>
      <ul aria-label={t('mcp.panel')} className="flex flex-col gap-1">
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
    </Section>
  );
}
