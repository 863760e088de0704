import type { ConnectionId } from '@shared/ids';
import type { WireFrame } from '@shared/ipc/views';
import { Pause, Play } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { agentName, useAgents } from '../../stores/agents';
import { goBack } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { PageHeader } from '../../ui/PageHeader';
import { Tag } from '../../ui/Pill';
import { Select } from '../../ui/Select';
import { TextField } from '../../ui/TextField';
import { type FrameFilter, filterFrames, framesAsText, NO_FILTER } from './filterFrames';
import { FrameDetail } from './FrameDetail';
import { FrameList } from './FrameList';
import { useFrames } from './useFrames';

/** Every frame between Signalbox and one agent process, as it went over the wire. */
export function InspectorPage({ connectionId }: { connectionId: ConnectionId }) {
  const { t } = useTranslation();
  const { status, connection, frames } = useFrames(connectionId);
  const [filter, setFilter] = useState<FrameFilter>(NO_FILTER);
  const [paused, setPaused] = useState<readonly WireFrame[] | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const name = useAgents((state) => agentName(t, state.agents, connection?.agentId ?? ''));
  const held = paused ?? frames;
  const shown = useMemo(() => filterFrames(held, filter), [held, filter]);
  const frame = chosen === null ? undefined : held.find((one) => one.index === chosen);
  const missed = (frames.at(-1)?.index ?? 0) - (held.at(-1)?.index ?? 0);
  const gone = status === 'gone' && frames.length === 0;

  return (
    <>
      <PageHeader back={{ onBack: goBack }}>
        <h1 className="truncate font-[600]">{t('inspector.title')}</h1>
        {connection === null ? null : (
          <>
            <span className="min-w-0 truncate text-sm text-faint narrow:hidden">
              {[name, connection.pid === null ? null : t('agents.pid', { pid: connection.pid }), connection.cwd]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Tag>{t(`agents.connectionStatus.${connection.status}`)}</Tag>
            {connection.isNoisy ? <Tag tone="need">{t('agents.noisyShort')}</Tag> : null}
          </>
        )}
        <span className="flex-1" />
        <span className="text-sm whitespace-nowrap text-faint narrow:hidden">{t('inspector.redacted')}</span>
      </PageHeader>
      {gone ? (
        <div className="m-auto p-6 text-center">
          <h2 className="text-xl font-[630]">{t('inspector.gone')}</h2>
          <p className="mt-1 text-muted">{t('inspector.goneText')}</p>
        </div>
      ) : (
        // Without room beside each other all stands below each other, and the whole scrolls where it is higher.
        <div className="flex min-h-0 flex-1 flex-col narrow:overflow-y-auto">
          <p className="hidden px-4 pt-2 text-sm text-faint narrow:block">{t('inspector.redacted')}</p>
          <FilterBar filter={filter} onFilter={setFilter}>
            <Button
              icon={
                paused === null ? (
                  <Pause aria-hidden="true" className="size-3.5" strokeWidth={1.7} />
                ) : (
                  <Play aria-hidden="true" className="size-3.5" strokeWidth={1.7} />
                )
              }
              aria-pressed={paused !== null}
              onClick={() => setPaused(paused === null ? frames : null)}
            >
              {paused === null ? t('inspector.pause') : t('inspector.resume')}
            </Button>
            <CopyButton label={t('inspector.copyAll')} text={() => framesAsText(shown)} />
            <span role="status" className="ml-auto text-sm whitespace-nowrap text-faint tabular-nums">
              {paused !== null && missed > 0
                ? t('inspector.paused', { count: missed })
                : t('inspector.count', { shown: shown.length, total: held.length })}
            </span>
          </FilterBar>
          <div className="flex min-h-0 flex-1 narrow:flex-[1_0_400px] narrow:flex-col">
            <FrameList
              frames={shown}
              chosen={frame}
              follow={paused === null}
              onChoose={setChosen}
              onTake={() => text.current?.focus()}
              empty={held.length === 0 ? t('inspector.empty') : t('inspector.noMatch')}
            />
            <FrameDetail frame={frame} onJump={setChosen} text={text} />
          </div>
        </div>
      )}
    </>
  );
}

const kinds = ['request', 'response', 'error', 'notification', 'noise', 'stderr'] as const;

interface FilterBarProps {
  filter: FrameFilter;
  onFilter: (filter: FrameFilter) => void;
  children: ReactNode;
}

function FilterBar({ filter, onFilter, children }: FilterBarProps) {
  const { t } = useTranslation();
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <TextField
        hideLabel
        type="search"
        label={t('inspector.filter')}
        placeholder={t('inspector.filter')}
        value={filter.text}
        onChange={(text) => onFilter({ ...filter, text })}
        className="w-56 narrow:w-full"
      />
      <Select
        label={t('inspector.direction')}
        className="narrow:min-w-[124px] narrow:flex-1"
        value={filter.direction}
        choices={[
          { value: 'all', label: t('inspector.directionAll') },
          { value: 'toAgent', label: t('inspector.toAgent') },
          { value: 'fromAgent', label: t('inspector.fromAgent') },
        ]}
        onChange={(value) =>
          onFilter({ ...filter, direction: value === 'toAgent' || value === 'fromAgent' ? value : 'all' })
        }
      />
      <Select
        label={t('inspector.kind')}
        className="narrow:min-w-[124px] narrow:flex-1"
        value={filter.kind}
        choices={[
          { value: 'all', label: t('inspector.kindAll') },
          ...kinds.map((kind) => ({ value: kind, label: t(`inspector.kinds.${kind}`) })),
        ]}
        onChange={(value) => onFilter({ ...filter, kind: kinds.find((kind) => kind === value) ?? 'all' })}
      />
      {children}
    </div>
  );
}
