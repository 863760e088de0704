import type { PathEntry, ShellReport } from '@shared/ipc/discovery';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useAgents } from '../../stores/agents';
import { cx } from '../../ui/cx';
import { Tag, type Tone } from '../../ui/Pill';
import { StatusMark, type Mark } from '../../ui/StatusMark';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import { SettingGroup } from './SettingRow';

const marks: Record<ShellReport['status'], Mark> = {
  looking: 'working',
  answered: 'done',
  registry: 'done',
  none: 'idle',
  hung: 'failed',
  failed: 'failed',
};

const tones: Record<PathEntry['source'], Tone> = {
  shell: 'go',
  registry: 'go',
  inherited: 'quiet',
  wellKnown: 'quiet',
};

/** What agents are started with: how the login shell answered, and the folders in which programs are looked for. */
export function EnvironmentSettings() {
  const { t } = useTranslation();
  const { report, path } = useAgents((state) => state.environment);
  const stderr = 'stderr' in report ? report.stderr : '';
  return (
    <SettingGroup title={t('agents.environment.title')} hint={t('agents.environment.hint')}>
      <div role="status" className="flex items-start gap-2 py-3 selectable">
        <StatusMark mark={marks[report.status]} className="mt-[2px]" />
        <span>{reportText(t, report)}</span>
      </div>
      {stderr === '' ? null : (
        <pre
          ref={keyboardScrollable}
          aria-label={t('agents.environment.said')}
          className="mb-3 ml-6 max-h-32 overflow-auto rounded-md border border-line bg-code px-3 py-2 font-mono text-xs whitespace-pre-wrap text-muted selectable"
        >
          {stderr}
        </pre>
      )}
      <details className="border-t border-line py-2">
        <summary className="cursor-default py-1 font-[530]">
          {t('agents.environment.path', { count: path.length })}
        </summary>
        <ol className="mt-1 mb-1">
          {path.map(({ folder, source, exists }) => (
            <li key={folder} className="flex min-h-[26px] items-center gap-2 py-0.5">
              <code className={cx('min-w-0 flex-1 font-mono text-xs break-all selectable', !exists && 'text-faint')}>
                {folder}
              </code>
              {exists ? null : <span className="text-xs text-faint">{t('agents.environment.absent')}</span>}
              <Tag tone={tones[source]}>{t(`agents.environment.source.${source}`)}</Tag>
            </li>
          ))}
        </ol>
      </details>
    </SettingGroup>
  );
}

function reportText(t: TFunction, report: ShellReport): string {
  if (report.status !== 'failed') return t(`agents.environment.${report.status}`, { ...report });
  return t('agents.environment.failed', { shell: report.shell, exitCode: report.exitCode ?? '?' });
}
