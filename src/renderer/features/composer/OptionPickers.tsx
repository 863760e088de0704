import type { SessionId } from '@shared/ids';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { useSession } from '../../stores/replicas';
import { report } from '../../stores/report';
import { ChoicePicker } from '../../ui/ChoicePicker';
import { cx } from '../../ui/cx';
import { type Picker, pickersOf } from './pickers';

const NO_OPTIONS = { modes: null, models: null, configOptions: [] };

/** What the agent lets one choose, from its last answer; drawn the same for every agent. */
export function OptionPickers({ sessionId, onOpen }: { sessionId: SessionId; onOpen: () => void }) {
  const { t } = useTranslation();
  const options = useSession(sessionId, (state) => state.options) ?? NO_OPTIONS;
  const names = useMemo(() => ({ mode: t('composer.mode'), model: t('composer.model') }), [t]);
  const pickers = useMemo(() => pickersOf(options, names), [options, names]);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-0.5">
      {pickers.map((picker) => (
        // Named for who sends a person here (an error that another model would mend).
        <span key={picker.key} data-picker={picker.role} className="contents">
          <OnePicker sessionId={sessionId} picker={picker} onOpen={onOpen} />
        </span>
      ))}
    </div>
  );
}

function choose(sessionId: SessionId, picker: Picker, value: string | boolean): void {
  if (typeof value === 'boolean' || picker.set === 'config') {
    void report(engine.call.sessions.setConfigOption({ sessionId, configId: picker.key, value }));
  } else if (picker.set === 'mode') {
    void report(engine.call.sessions.setMode({ sessionId, modeId: value }));
  } else {
    void report(engine.call.sessions.setModel({ sessionId, modelId: value }));
  }
}

function OnePicker({ sessionId, picker, onOpen }: { sessionId: SessionId; picker: Picker; onOpen: () => void }) {
  const { t } = useTranslation();
  if (picker.kind === 'select') {
    return (
      <ChoicePicker
        label={picker.name}
        showLabel={picker.role === 'other'}
        value={picker.value}
        choices={picker.choices}
        onOpen={onOpen}
        onChange={(value) => choose(sessionId, picker, value)}
      />
    );
  }
  return (
    <button
      type="button"
      role="switch"
      aria-checked={picker.value}
      aria-label={picker.name}
      title={picker.description}
      onClick={() => choose(sessionId, picker, !picker.value)}
      className={cx(
        'inline-flex h-[26px] items-center gap-1.5 rounded-sm px-[7px] text-sm font-[500] hover:bg-hover',
        picker.value ? 'text-text' : 'text-muted',
      )}
    >
      {picker.name}
      <span className="text-faint">{picker.value ? t('composer.on') : t('composer.off')}</span>
    </button>
  );
}
