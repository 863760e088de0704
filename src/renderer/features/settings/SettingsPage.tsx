import type { AgentId } from '@shared/ids';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { goBack, type SettingsSection, show } from '../../stores/ui';
import { cx } from '../../ui/cx';
import { PageHeader } from '../../ui/PageHeader';
import { AboutSettings } from './AboutSettings';
import { AgentsSettings } from './AgentsSettings';
import { DataSettings } from './data/DataSettings';
import { GeneralSettings } from './GeneralSettings';
import { McpSettings } from './mcp/McpSettings';

const sections: readonly SettingsSection[] = ['general', 'agents', 'mcp', 'data', 'about'];

export function SettingsPage({ section, agentId }: { section: SettingsSection; agentId?: AgentId }) {
  const { t } = useTranslation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A dialog, a menu or a form that used the key has said so.
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') === null
      )
        goBack();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <PageHeader back={{ onBack: goBack, keys: 'Esc' }}>
        <h1 className="font-[600]">{t('settings.title')}</h1>
      </PageHeader>
      <div className="flex min-h-0 flex-1 max-[860px]:flex-col narrow:short:block narrow:short:overflow-y-auto">
        <nav
          aria-label={t('settings.sections')}
          // On a very large screen it stays beside what it chooses.
          className="ml-[max(0px,calc((100%-1012px)/2))] flex w-44 shrink-0 flex-col gap-0.5 p-3 max-[860px]:w-full max-[860px]:flex-row max-[860px]:flex-wrap max-[860px]:border-b max-[860px]:border-line max-[860px]:px-6 max-[860px]:py-2 narrow:px-2.5"
        >
          {sections.map((one) => (
            <button
              key={one}
              type="button"
              aria-current={one === section ? 'page' : undefined}
              onClick={() => show({ view: 'settings', section: one })}
              className={cx(
                'h-[30px] rounded-sm px-2.5 text-left font-[530]',
                one === section ? 'bg-select text-text' : 'text-muted hover:bg-hover',
              )}
            >
              {t(`settings.${one}`)}
            </button>
          ))}
        </nav>
        <div className="min-w-0 flex-1 overflow-y-auto [scrollbar-gutter:stable_both-edges] narrow:short:overflow-visible">
          <div className="ml-[clamp(0px,calc((100%-680px)/2),78px)] w-full max-w-[680px] px-6 pt-4 pb-10 max-[860px]:mx-auto narrow:px-2.5 narrow:short:px-5">
            {section === 'general' ? <GeneralSettings /> : null}
            {section === 'agents' ? <AgentsSettings key={agentId} openAgent={agentId ?? null} /> : null}
            {section === 'mcp' ? <McpSettings /> : null}
            {section === 'data' ? <DataSettings /> : null}
            {section === 'about' ? <AboutSettings /> : null}
          </div>
        </div>
      </div>
    </>
  );
}
