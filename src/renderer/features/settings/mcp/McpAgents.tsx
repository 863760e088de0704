import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf, useAgents } from '../../../stores/agents';
import { Checkbox } from '../../../ui/Checkbox';

export interface McpAgentsProps {
  /** Null: all of them. */
  agents: readonly string[] | null;
  error: string | null;
  onChange: (agents: readonly string[] | null) => void;
}

/** Which agents get the server: all, also those to come, or those that are ticked. */
export function McpAgents({ agents, error, onChange }: McpAgentsProps) {
  const { t } = useTranslation();
  const known = useAgents((state) => state.agents);
  const gone = (agents ?? []).filter((id) => !known.some(({ config }) => config.id === id));
  const rows = [
    ...known.map((agent) => ({ id: agent.config.id, name: nameOf(t, agent) })),
    ...gone.map((id) => ({ id, name: id })),
  ];
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-[560] text-muted">{t('mcp.agents')}</legend>
      <Row
        label={t('mcp.allAgentsChoice')}
        checked={agents === null}
        onChange={(all) => onChange(all ? null : rows.map(({ id }) => id))}
      />
      {agents === null ? null : (
        <div className="ml-6 grid grid-cols-3 gap-x-4 gap-y-1.5 narrow:grid-cols-2">
          {rows.map(({ id, name }) => (
            <Row
              key={id}
              label={name}
              checked={agents.includes(id)}
              onChange={(on) => onChange(on ? [...agents, id] : agents.filter((other) => other !== id))}
            />
          ))}
        </div>
      )}
      {error === null ? null : (
        <p role="alert" className="text-sm text-stop">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Row({ label, checked, onChange }: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Checkbox checked={checked} onChange={onChange} labelledBy={id} />
      <span id={id} className="truncate">
        {label}
      </span>
    </span>
  );
}
