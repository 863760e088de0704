import { useTranslation } from 'react-i18next';
import { useApp } from '../../stores/app';
import { commands } from '../../stores/commands';
import { closeDialog } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { shownKeys } from '../../ui/keys';

export function ShortcutsDialog() {
  const { t } = useTranslation();
  const anywhere = commands.flatMap(({ id, keys }) =>
    keys === undefined ? [] : keys.slice(0, 1).map((key) => ({ what: t(`commands.${id}`), keys: key })),
  );
  return (
    <Dialog
      open
      wide
      textOnly
      onClose={closeDialog}
      title={t('shortcuts.title')}
      actions={<Button onClick={closeDialog}>{t('common.close')}</Button>}
    >
      <div className="grid grid-cols-2 gap-x-8 pb-3 narrow:grid-cols-1">
        <Group title={t('shortcuts.anywhere')} entries={anywhere} />
        <div>
          <Group
            title={t('shortcuts.inList')}
            entries={[
              { what: t('shortcuts.walk'), keys: 'ArrowUp+ArrowDown' },
              { what: t('shortcuts.openRow'), keys: 'Enter' },
              { what: t('shortcuts.nestRow'), keys: 'ArrowRight+ArrowLeft' },
              { what: t('shortcuts.selectRows'), keys: 'Shift+ArrowDown' },
              { what: t('shortcuts.selectRow'), keys: 'Shift+Space' },
              { what: t('shortcuts.selectAll'), keys: '$mod+a' },
              { what: t('shortcuts.menuRow'), keys: 'Shift+F10' },
              { what: t('shortcuts.renameRow'), keys: 'F2' },
              { what: t('shortcuts.deleteRow'), keys: 'Delete' },
            ]}
          />
          <Group
            title={t('shortcuts.inTranscript')}
            entries={[
              { what: t('shortcuts.nextItem'), keys: 'j' },
              { what: t('shortcuts.previousItem'), keys: 'k' },
              { what: t('shortcuts.openItem'), keys: 'Enter' },
              { what: t('shortcuts.copyItem'), keys: '$mod+c' },
              { what: t('shortcuts.page'), keys: 'PageUp+PageDown' },
              { what: t('shortcuts.ends'), keys: 'Home+End' },
              { what: t('shortcuts.wholeSession'), keys: '$mod+a' },
              { what: t('shortcuts.selectToEnds'), keys: '$mod+Shift+Home+End' },
            ]}
          />
          <Group
            title={t('shortcuts.inComposer')}
            entries={[
              { what: t('commands.sendMessage'), keys: 'Enter' },
              { what: t('commands.newLine'), keys: 'Shift+Enter' },
              { what: t('composer.commands'), keys: '/' },
            ]}
          />
        </div>
      </div>
    </Dialog>
  );
}

function Group({ title, entries }: { title: string; entries: readonly { what: string; keys: string }[] }) {
  const platform = useApp((state) => state.app?.platform ?? 'linux');
  return (
    <section className="mb-3">
      <h3 className="mb-1 text-sm font-[560] text-muted">{title}</h3>
      <dl>
        {entries.map(({ what, keys }) => (
          <div key={what} className="flex h-7 items-center justify-between gap-4">
            <dt className="truncate">{what}</dt>
            <dd className="rounded-[4px] border border-line px-1.5 text-xs leading-[18px] whitespace-nowrap text-muted">
              {shownKeys(keys, platform)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
