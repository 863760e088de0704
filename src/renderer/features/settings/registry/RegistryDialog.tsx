import { REGISTRY_IDS, type RegistryId, type RegistryList } from '@shared/registry';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../../ipc/engine';
import { followRegistry, shownEntries, useRegistry } from '../../../stores/registry';
import { report } from '../../../stores/report';
import { closeDialog, show } from '../../../stores/ui';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { TextField } from '../../../ui/TextField';
import { RegistryRow } from './RegistryRow';

/** `entryId`: what "Set up" is about; it is what one sees at first. */
export function RegistryDialog({ entryId }: { entryId: RegistryId | null }) {
  const { t } = useTranslation();
  const search = useRef<HTMLInputElement>(null);
  const list = useRegistry((state) => state.list);
  const jobs = useRegistry((state) => state.jobs);
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    const end = followRegistry();
    void report(engine.call.registry.refresh({ force: false }));
    return end;
  }, []);

  const entries = list?.entries ?? [];
  const query = typed ?? entries.find(({ id }) => id === entryId)?.name ?? '';
  const shown = shownEntries(entries, query);
  const updatable = entries.filter(({ id, installed }) => installed?.updatable === true && jobs[id] === undefined);
  const agentId = Object.entries(REGISTRY_IDS).find(([, id]) => id === entryId)?.[0];
  const updateAll = () => {
    for (const { id } of updatable) void report(engine.call.registry.update({ entryId: id }));
  };

  return (
    <Dialog
      open
      wide
      onClose={closeDialog}
      initialFocus={search}
      title={t('registry.title')}
      description={t('registry.text')}
      actions={
        <>
          <Button onClick={closeDialog}>{t('common.close')}</Button>
          {updatable.length === 0 ? null : (
            <Button kind="primary" onClick={updateAll}>
              {t('registry.updateAll', { count: updatable.length })}
            </Button>
          )}
          {agentId === undefined ? null : (
            <Button kind="quiet" onClick={() => show({ view: 'settings', section: 'agents', agentId })}>
              {t('registry.byHand')}
            </Button>
          )}
          <span className="min-w-52 flex-1">{list === null ? null : <ListState list={list} />}</span>
        </>
      }
    >
      <TextField
        ref={search}
        type="search"
        label={t('registry.find')}
        placeholder={t('registry.find')}
        hideLabel
        className="sticky top-0 z-10 bg-raised py-1"
        value={query}
        onChange={setTyped}
      />
      {list !== null && shown.length === 0 ? (
        <p role="status" className="min-h-[240px] pt-6 text-center text-muted">
          {t('registry.none', { query })}
        </p>
      ) : (
        <ul aria-label={t('registry.list')} className="min-h-[240px] divide-y divide-line">
          {shown.map((entry) => (
            <RegistryRow key={entry.id} entry={entry} job={jobs[entry.id]} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** How old the list is. That the network could not be reached is a quiet line: what is shown is only older. */
function ListState({ list }: { list: RegistryList }) {
  const { t, i18n } = useTranslation();
  const { shown, refreshing, notRefreshed } = list;
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(shown.at);
  const age = t(shown.from === 'snapshot' ? 'registry.shipped' : 'registry.fetched', { date });
  return (
    <span className="flex items-center gap-1.5 text-sm text-faint">
      <Button
        kind="quiet"
        size="small"
        className="-ml-2.5"
        disabled={refreshing}
        icon={<RefreshCw aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
        onClick={() => void report(engine.call.registry.refresh({ force: true }))}
      >
        {refreshing ? t('registry.refreshing') : t('registry.refresh')}
      </Button>
      <span role="status" className="min-w-0">
        {notRefreshed === null || refreshing ? age : t('registry.notRefreshed', { date })}
      </span>
    </span>
  );
}
