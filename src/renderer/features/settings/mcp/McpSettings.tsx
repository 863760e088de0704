import type { McpServerView } from '@shared/ipc/views';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../../ipc/engine';
import { useApp } from '../../../stores/app';
import { addProblem } from '../../../stores/ui';
import { Button } from '../../../ui/Button';
import { McpCard } from './McpCard';
import { EMPTY_MCP_DRAFT, mcpDraftOf } from './mcpDraft';
import { McpForm } from './McpForm';

/** MCP servers of the person's own, which Signalbox gives to agents with each session. */
export function McpSettings() {
  const { t } = useTranslation();
  const servers = useMcpServers();
  /** '' for a new one. */
  const [editing, setEditing] = useState<string | null>(null);
  const othersOf = (id: string) => (servers ?? []).map(({ config }) => config).filter((config) => config.id !== id);
  const close = () => setEditing(null);
  return (
    <>
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <h2 className="flex-1 text-sm font-[560] text-muted">{t('settings.mcp')}</h2>
        <Button
          size="small"
          kind="primary"
          disabled={editing === ''}
          icon={<Plus aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
          onClick={() => setEditing('')}
        >
          {t('mcp.add')}
        </Button>
      </div>
      <p className="mb-3 text-sm text-pretty text-faint">{t('mcp.intro')}</p>
      <div className="flex flex-col gap-2">
        {editing === '' ? <McpForm initial={EMPTY_MCP_DRAFT} others={othersOf('')} onClose={close} /> : null}
        {servers?.length === 0 && editing !== '' ? (
          <p className="rounded-lg border border-line bg-surface px-4 py-3 text-muted">{t('mcp.none')}</p>
        ) : null}
        {servers?.map((server) =>
          editing === server.config.id ? (
            <McpForm
              key={server.config.id}
              initial={mcpDraftOf(server)}
              others={othersOf(server.config.id)}
              onClose={close}
            />
          ) : (
            <McpCard key={server.config.id} server={server} onEdit={() => setEditing(server.config.id)} />
          ),
        )}
      </div>
    </>
  );
}

/** Read again whenever settings change: where secrets and programs are is not in them. Null: not yet there. */
function useMcpServers(): readonly McpServerView[] | null {
  const [servers, setServers] = useState<readonly McpServerView[] | null>(null);
  useEffect(() => {
    let wanted = true;
    const read = () =>
      void engine.call.mcpServers.list({}).then((listed) => {
        if (!wanted) return;
        if (listed.ok) setServers(listed.value);
        else addProblem(listed.error);
      });
    read();
    const stop = useApp.subscribe((now, before) => {
      if (now.app?.settings.mcpServers !== before.app?.settings.mcpServers) read();
    });
    return () => {
      wanted = false;
      stop();
    };
  }, []);
  return servers;
}
