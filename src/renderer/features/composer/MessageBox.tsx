import type { AvailableCommand } from '@shared/acp/update';
import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUi } from '../../stores/ui';
import { Button as BaseButton } from '@base-ui/react/button';
import { Tooltip } from '../../ui/Tooltip';
import { CommandList } from './CommandList';
import { matchCommands, slashQuery } from './slashCommands';

export interface MessageBoxProps {
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  onLeave?: () => void;
  placeholder: string;
  /** Why it cannot be sent now, as a sentence; null: it can. */
  whyNot: string | null;
  /** What sending does, where it is not sent at once. */
  sendHint?: string | undefined;
  commands: readonly AvailableCommand[];
  /** There is a turn to stop. */
  stop?: { stopping: boolean; keys: string | undefined; onStop: () => void } | null;
  /** At the left below the text: mode, model, options. */
  tools?: ReactNode;
}

const NONE: readonly AvailableCommand[] = [];

/** The textbox named "Message" with its buttons and the list of slash commands. It knows nothing of sessions. */
export function MessageBox(props: MessageBoxProps) {
  const { text, onText, onSend, onLeave, placeholder, whyNot, sendHint, stop, tools } = props;
  const { t } = useTranslation();
  const list = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [at, setAt] = useState(0);
  /** The text for which Escape closed the list. */
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const query = slashQuery(text);
  const matches = query === null || closedFor === text ? NONE : matchCommands(props.commands, query);
  const chosen = Math.min(at, matches.length - 1);
  useComposerFocus(box);

  const takeCommand = (command: AvailableCommand) => {
    onText(`/${command.name} `);
    box.current?.focus();
  };

  const onListKey = (event: KeyboardEvent): boolean => {
    const command = matches[chosen];
    if (command === undefined) return false;
    switch (event.key) {
      case 'ArrowDown':
        setAt((chosen + 1) % matches.length);
        return true;
      case 'ArrowUp':
        setAt((chosen - 1 + matches.length) % matches.length);
        return true;
      case 'Escape':
        setClosedFor(text);
        return true;
      case 'Tab':
        takeCommand(command);
        return true;
      case 'Enter':
        // Written out whole it is sent, not chosen again.
        if (event.shiftKey || query === command.name) return false;
        takeCommand(command);
        return true;
      default:
        return false;
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter takes its suggestion. 229: Safari's and old Chromium's way to say so.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (onListKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (whyNot === null && text.trim() !== '') onSend();
  };

  const why = whyNot ?? (text.trim() === '' ? t('composer.whyEmpty') : null);
  return (
    <form
      aria-label={t('composer.form')}
      onSubmit={(event) => {
        event.preventDefault();
        if (why === null) onSend();
        // Sent by the mouse, and still one goes on writing.
        box.current?.focus();
      }}
      className="relative w-full max-w-[728px] rounded-lg border border-line-strong bg-surface shadow-card focus-within:border-faint"
    >
      {matches.length === 0 ? null : (
        <CommandList id={list} commands={matches} chosen={chosen} onPoint={setAt} onTake={takeCommand} />
      )}
      <textarea
        ref={box}
        data-composer
        aria-label={t('composer.message')}
        aria-autocomplete="list"
        aria-controls={matches.length === 0 ? undefined : list}
        aria-activedescendant={matches.length === 0 ? undefined : `${list}-${chosen}`}
        placeholder={placeholder}
        value={text}
        rows={1}
        spellCheck
        onChange={(event) => {
          onText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={onLeave}
        className="block max-h-[38vh] min-h-[46px] w-full resize-none [field-sizing:content] bg-transparent px-3.5 pt-[11px] pb-1 text-lg outline-none selectable"
      />
      <div className="flex items-end gap-1 px-2 pt-1 pb-2">
        <div className="min-w-0 flex-1">{tools}</div>
        {stop ? (
          <Tooltip text={stop.stopping ? t('composer.stopping') : t('composer.stop')} keys={stop.keys}>
            <BaseButton
              aria-label={t('composer.stop')}
              disabled={stop.stopping}
              focusableWhenDisabled
              onClick={stop.onStop}
              className="grid size-7 shrink-0 place-items-center rounded-full border border-line-strong bg-surface text-text hover:bg-hover data-disabled:opacity-50"
            >
              <Square aria-hidden="true" className="size-2.5 fill-current" strokeWidth={2} />
            </BaseButton>
          </Tooltip>
        ) : null}
        <Tooltip text={why ?? sendHint ?? t('composer.send')} keys={why === null ? '⏎' : undefined}>
          <BaseButton
            type="submit"
            aria-label={t('composer.send')}
            aria-description={why ?? sendHint}
            disabled={why !== null}
            focusableWhenDisabled
            className="grid size-7 shrink-0 place-items-center rounded-full bg-ink text-inv hover:opacity-90 data-disabled:bg-select data-disabled:text-faint data-disabled:opacity-100"
          >
            <ArrowUp aria-hidden="true" className="size-3.5" strokeWidth={2} />
          </BaseButton>
        </Tooltip>
      </div>
    </form>
  );
}

/** Takes the focus when a person asked for it (Ctrl L, a new session), never by itself. */
function useComposerFocus(box: RefObject<HTMLTextAreaElement | null>) {
  const wanted = useUi((state) => state.composerWanted);
  useEffect(() => {
    if (!wanted) return;
    // After a menu or a dialog has given the focus back to where it came from.
    const frame = requestAnimationFrame(() => {
      box.current?.focus();
      useUi.setState({ composerWanted: false });
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, box]);
}
