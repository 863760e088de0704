import type { SessionId } from '@shared/ids';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../stores/app';
import { toggleFavourite, useFavourites } from '../../stores/favourites';
import { choose, type Picker, pickersOf } from '../../stores/pickers';
import { useReplica, useSession } from '../../stores/replicas';
import { ChoicePicker } from '../../ui/ChoicePicker';
import { cx } from '../../ui/cx';
import { ariaKeys, shownKeys } from '../../ui/keys';

const STAR_KEYS = '$mod+d';

/** What the agent lets one choose, from its last answer; drawn the same for every agent. */
export function OptionPickers({ sessionId, onOpen }: { sessionId: SessionId; onOpen: () => void }) {
  const { t } = useTranslation();
  const options = useSession(sessionId, (state) => state.options);
  const names = useMemo(() => ({ mode: t('composer.mode'), model: t('composer.model') }), [t]);
  const pickers = useMemo(() => pickersOf(options, names), [options, names]);
  return (
    <>
      {pickers.map((picker) => (
        // Named for who sends a person here (an error that another model would mend).
        <span key={picker.key} data-picker={picker.role} className="contents">
          <OnePicker sessionId={sessionId} picker={picker} onOpen={onOpen} />
        </span>
      ))}
    </>
  );
}

function OnePicker({ sessionId, picker, onOpen }: { sessionId: SessionId; picker: Picker; onOpen: () => void }) {
  const { t } = useTranslation();
  const agentId = useReplica(sessionId, (replica) => replica.agentId) ?? '';
  const values = useFavourites(agentId, picker.key);
  const platform = useApp(({ app }) => app?.platform ?? 'linux');
  if (picker.kind === 'select') {
    return (
      <ChoicePicker
        starring={{
          values,
          onToggle: (value) => toggleFavourite(agentId, picker.key, value),
          keys: { shown: shownKeys(STAR_KEYS, platform), aria: ariaKeys(STAR_KEYS, platform) },
        }}
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
      onClick={() => choose(sessionId, picker, picker.inWords ? String(!picker.value) : !picker.value)}
      className={cx(
        'inline-flex h-[26px] items-center gap-1.5 rounded-sm px-[7px] text-sm font-[530] hover:bg-hover',
        picker.value ? 'text-text' : 'text-muted',
      )}
    >
      {picker.name}
      <span className="text-faint">{picker.value ? t('composer.on') : t('composer.off')}</span>
    </button>
  );
}
