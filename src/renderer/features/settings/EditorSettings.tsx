import type { Settings } from '@shared/settings';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { report } from '../../stores/report';
import { argvOf, lineOf } from './argvText';
import { TextSetting } from './ProxySettings';
import { SettingGroup, SettingRow } from './SettingRow';

const EXAMPLE = 'code --goto {file}:{line}';

/** A program first: a line that begins with the file would run it. */
const isCommand = (text: string): boolean => !(argvOf(text)[0] ?? '{').includes('{');

/** With which command a file opens that an answer names. */
export function EditorSettings({ settings: { editor } }: { settings: Settings }) {
  const { t } = useTranslation();
  return (
    <SettingGroup title={t('settings.editor')}>
      <SettingRow id="set-editor" label={t('settings.editorCommand')} hint={t('settings.editorHint')}>
        <TextSetting
          labelledBy="set-editor"
          placeholder={EXAMPLE}
          value={lineOf(editor)}
          isGood={isCommand}
          wrong={t('settings.editorWrong')}
          onChange={(text) => void report(engine.call.settings.set({ editor: argvOf(text) }))}
        />
      </SettingRow>
    </SettingGroup>
  );
}
