import type { InstallJob, InstallKind, RegistryEntryView } from '@shared/registry';
import { ChevronDown, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../../ipc/engine';
import { report } from '../../../stores/report';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { IconButton } from '../../../ui/IconButton';
import { Menu, MenuItem } from '../../../ui/Menu';
import { Tag } from '../../../ui/Pill';
import { InstallFailure } from './InstallFailure';
import { InstallProgress } from './InstallProgress';

export function RegistryRow({ entry, job }: { entry: RegistryEntryView; job: InstallJob | undefined }) {
  const { t } = useTranslation();
  const { id, name, version, description, license, ways, installed } = entry;
  const isRunning = job !== undefined && job.status !== 'failed';
  const missing = ways[0]?.missing ?? null;
  return (
    <li aria-label={name} className="flex flex-col gap-2 py-2.5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 selectable">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="font-[560]">{name}</span>
            {ways.length === 0 ? null : <span className="font-mono text-xs text-faint">{version}</span>}
            {ways.map(({ kind }) => (
              <Tag key={kind}>{t(`registry.kind.${kind}`)}</Tag>
            ))}
            {license === null ? null : <Tag>{license}</Tag>}
            {installed === null ? null : <Tag tone="go">{t('registry.installed', { version: installed.version })}</Tag>}
          </div>
          <p className="line-clamp-2 text-sm text-muted">{description}</p>
          {missing === null || installed !== null ? null : (
            <p className="text-sm text-need">{t(`registry.missing.${missing}`)}</p>
          )}
          {ways.length > 0 ? null : <p className="text-sm text-faint">{t('registry.noWay')}</p>}
          {ways[0]?.kind === 'binary' && !ways[0].checksum && installed === null ? (
            <p className="text-sm text-faint">{t('registry.noChecksum')}</p>
          ) : null}
        </div>
        {isRunning ? (
          <Button
            size="small"
            disabled={job.status === 'cancelling'}
            aria-label={t('registry.cancelName', { name })}
            onClick={() => void report(engine.call.registry.cancel({ entryId: id }))}
          >
            {t('common.cancel')}
          </Button>
        ) : (
          <RowActions entry={entry} />
        )}
      </div>
      {isRunning ? <InstallProgress job={job} name={name} /> : null}
      {job?.status === 'failed' ? <InstallFailure job={job} name={name} /> : null}
    </li>
  );
}

function RowActions({ entry }: { entry: RegistryEntryView }) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState(false);
  const { id, name, version, ways, installed, website } = entry;
  const install = (kind: InstallKind) => void report(engine.call.registry.install({ entryId: id, kind }));
  const usable = ways.filter(({ missing }) => missing === null);
  const [first, ...others] = usable;
  if (installed !== null) {
    return (
      <div className="flex shrink-0 gap-2">
        {installed.updatable ? (
          <Button
            size="small"
            aria-label={t('registry.updateName', { name })}
            onClick={() => void report(engine.call.registry.update({ entryId: id }))}
          >
            {t('registry.update', { version })}
          </Button>
        ) : null}
        <Button size="small" aria-label={t('registry.removeName', { name })} onClick={() => setRemoving(true)}>
          {t('registry.remove')}
        </Button>
        <ConfirmDialog
          open={removing}
          title={t('registry.removeTitle', { name })}
          text={t('registry.removeText')}
          action={t('registry.remove')}
          onConfirm={() => void report(engine.call.registry.remove({ entryId: id }))}
          onClose={() => setRemoving(false)}
        />
      </div>
    );
  }
  return (
    <div className="flex shrink-0 gap-1">
      {first === undefined && website !== null ? (
        <Button
          size="small"
          aria-label={t('registry.siteName', { name })}
          icon={<ExternalLink aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
          onClick={() => void report(engine.call.app.openExternal({ url: website }))}
        >
          {t('registry.site')}
        </Button>
      ) : null}
      {first === undefined ? null : (
        <Button size="small" aria-label={t('registry.installName', { name })} onClick={() => install(first.kind)}>
          {t('registry.install')}
        </Button>
      )}
      {others.length === 0 ? null : (
        <Menu
          align="end"
          trigger={
            <IconButton label={`${t('registry.installAs')}, ${name}`}>
              <ChevronDown aria-hidden="true" className="size-3.5" strokeWidth={1.7} />
            </IconButton>
          }
        >
          {usable.map(({ kind }) => (
            <MenuItem key={kind} onSelect={() => install(kind)}>
              {t(`registry.kindHint.${kind}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
