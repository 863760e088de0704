import type { SearchKind } from '@shared/ipc/search';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { agentName, useAgents } from '../../stores/agents';
import { NO_FILTERS, type SearchFilters, type SearchTime, setSearch, useSearch } from '../../stores/search';
import { useSessionList } from '../../stores/sessionList';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Select } from '../../ui/Select';
import { fieldClass } from '../../ui/TextField';

const KINDS: readonly SearchKind[] = ['prompt', 'answer', 'tool', 'ask'];
const TIMES: readonly SearchTime[] = ['any', 'day', 'week', 'month', 'year', 'range'];
const ALL = '';

/** Agent, project, session, time and kind; each narrows what is found at once. A key in the field leaves it as it is. */
export const SearchFilterBar = memo(function SearchFilterBar() {
  const { t } = useTranslation();
  const filters = useSearch((state) => state.filters);
  const set = (change: Partial<SearchFilters>) => setSearch({ filters: { ...filters, ...change } });
  const agents = useAgents((state) => state.agents);
  const projects = useSessionList((state) => state.projects);
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(NO_FILTERS);
  const choices = {
    agents: [
      { value: ALL, label: t('search.allAgents') },
      ...agents.map(({ config }) => ({ value: config.id, label: agentName(t, agents, config.id) })),
    ],
    projects: [
      { value: ALL, label: t('search.allProjects') },
      ...Object.values(projects)
        .sort((a, b) => a.order - b.order)
        .map(({ projectId, name }) => ({ value: projectId, label: name })),
    ],
    times: TIMES.map((time) => ({ value: time, label: t(`search.times.${time}`) })),
  };
  const select = 'min-w-0 max-w-[190px] narrow:max-w-none narrow:min-w-0';
  return (
    <div
      role="group"
      aria-label={t('search.filters')}
      className="flex flex-wrap items-center gap-2 narrow:grid narrow:grid-cols-2"
    >
      <Select
        label={t('search.agent')}
        className={select}
        value={filters.agentId ?? ALL}
        choices={choices.agents}
        onChange={(value) => set({ agentId: value === ALL ? null : value })}
      />
      <Select
        label={t('search.project')}
        className={select}
        value={filters.projectId ?? ALL}
        choices={choices.projects}
        onChange={(value) => set({ projectId: value === ALL ? null : value })}
      />
      <Select
        label={t('search.time')}
        className={select}
        value={filters.time}
        choices={choices.times}
        onChange={(value) => set({ time: TIMES.find((time) => time === value) ?? 'any' })}
      />
      <SessionChoice className={select} filters={filters} onSet={set} />
      {filters.time === 'range' ? (
        <div className="flex flex-wrap items-center gap-2 narrow:col-span-2">
          <Day label={t('search.from')} value={filters.from} onChange={(from) => set({ from })} />
          <Day label={t('search.to')} value={filters.to} onChange={(to) => set({ to })} />
        </div>
      ) : null}
      <div role="group" aria-label={t('search.kinds')} className="flex basis-full flex-wrap gap-1.5 narrow:col-span-2">
        {KINDS.map((kind) => {
          const isOn = filters.kinds.includes(kind);
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={isOn}
              onClick={() =>
                set({ kinds: isOn ? filters.kinds.filter((one) => one !== kind) : [...filters.kinds, kind] })
              }
              className={cx(
                'h-[26px] rounded-full border px-2.5 text-sm',
                isOn ? 'border-ink bg-ink text-inv' : 'border-line-strong text-muted hover:bg-hover',
              )}
            >
              {t(`search.kind.${kind}`)}
            </button>
          );
        })}
      </div>
      {isFiltered ? (
        <Button kind="quiet" size="small" onClick={() => setSearch({ filters: NO_FILTERS })}>
          {t('search.clear')}
        </Button>
      ) : null}
    </div>
  );
});

/** The session that one came from; nothing where one came from none. */
function SessionChoice(props: {
  className: string;
  filters: SearchFilters;
  onSet: (change: Partial<SearchFilters>) => void;
}) {
  const { t } = useTranslation();
  const offered = useSearch((state) => state.filters.sessionId ?? state.offered);
  const session = useSessionList((state) => (offered === null ? undefined : state.sessions[offered]));
  if (session === undefined) return null;
  const title = session.title ?? t('sidebar.untitled');
  return (
    <Select
      label={t('search.session')}
      className={props.className}
      value={props.filters.sessionId ?? ALL}
      choices={[
        { value: ALL, label: t('search.allSessions') },
        { value: session.sessionId, label: t('search.inSession', { title }) },
      ]}
      onChange={(value) => props.onSet({ sessionId: value === ALL ? null : value })}
    />
  );
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="flex items-center gap-1.5 text-sm text-muted">
      {label}
      <input
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(fieldClass, 'w-[140px]')}
      />
    </label>
  );
}
