import type { AvailableCommand } from '@shared/acp/update';
import { ArrowUp, Square } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useUi } from '../../stores/ui';
import { Button as BaseButton } from '@base-ui/react/button';
import { Tooltip } from '../../ui/Tooltip';
import './messageBox.css';
import { AttachButton } from './attachments/AttachButton';
import { AttachmentChips } from './attachments/AttachmentChips';
import { pastedFiles } from './attachments/filesOf';
import type { Attachments } from './attachments/useAttachments';
import { useFileDrop } from './attachments/useFileDrop';
import { SuggestionList } from './SuggestionList';
import { useSuggestions } from './useSuggestions';

interface Stop {
  stopping: boolean;
  keys: string | undefined;
  onStop: () => void;
}

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
  attachments: Attachments;
  /** What is to be known of them before they are sent. */
  attachmentsHint?: string | null;
  /** There is a turn to stop. */
  stop?: Stop | null;
  /** At the left below the text: mode, model, options. */
  tools?: ReactNode;
}

/** The textbox named "Message" with what is attached, its buttons and suggestions. It knows nothing of sessions. */
export function MessageBox(props: MessageBoxProps) {
  const { text, onText, onSend, onLeave, placeholder, sendHint, stop, tools, attachments } = props;
  const { t } = useTranslation();
  const list = useId();
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  /** Where the caret belongs once the text is what was put into it. */
  const wantedCaret = useRef<number | null>(null);
  const suggestions = useSuggestions({
    text,
    caret,
    commands: props.commands,
    of: attachments.of,
    onText: (next, at = next.length) => {
      wantedCaret.current = at;
      onText(next);
      box.current?.focus();
    },
    onFile: (file) => attachments.add([file]),
  });
  const dropping = useFileDrop(form, attachments.of !== null, attachments.addFiles);
  useComposerFocus(box);
  useLayoutEffect(() => {
    const at = wantedCaret.current;
    wantedCaret.current = null;
    if (at !== null) box.current?.setSelectionRange(at, at);
  });

  const isEmpty = text.trim() === '' && attachments.list.length === 0;
  const why =
    props.whyNot ?? (attachments.pending ? t('composer.whyAttaching') : isEmpty ? t('composer.whyEmpty') : null);

  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter takes its suggestion. 229: Safari's and old Chromium's way to say so.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (suggestions.onKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (why === null) onSend();
  };

  const onPaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData, (file) => window.signalbox.pathForFile(file));
    if (files.length === 0) return;
    event.preventDefault();
    attachments.addFiles(files);
  };

  return (
    <form
      ref={form}
      aria-label={t('composer.form')}
      onSubmit={(event) => {
        event.preventDefault();
        if (why === null) onSend();
        // Sent by the mouse, and still one goes on writing.
        box.current?.focus();
      }}
      className="message-box relative w-full max-w-[728px] rounded-lg border border-line-strong bg-surface shadow-card focus-within:border-faint"
    >
      {suggestions.list === null ? null : <SuggestionList id={list} {...suggestions.list} />}
      {dropping ? <DropHint /> : null}
      {attachments.list.length === 0 ? null : (
        <AttachmentChips
          list={attachments.list}
          onRemove={(index) => {
            attachments.remove(index);
            box.current?.focus();
          }}
        />
      )}
      {props.attachmentsHint ? <p className="px-3.5 pt-1.5 text-sm text-faint">{props.attachmentsHint}</p> : null}
      <textarea
        ref={box}
        data-composer
        aria-label={t('composer.message')}
        aria-autocomplete="list"
        aria-controls={suggestions.list === null ? undefined : list}
        aria-activedescendant={suggestions.list === null ? undefined : `${list}-${suggestions.list.chosen}`}
        placeholder={placeholder}
        value={text}
        rows={1}
        spellCheck
        onChange={(event) => {
          setCaret(event.target.selectionStart);
          onText(event.target.value);
        }}
        onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
          setCaret(selectionStart === selectionEnd ? selectionStart : null)
        }
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={onLeave}
        className="block max-h-[38vh] min-h-[46px] w-full resize-none [field-sizing:content] bg-transparent px-3.5 pt-[11px] pb-1 text-lg outline-none selectable short:min-h-[34px] short:pt-1.5"
      />
      <div className="flex items-end gap-1 px-2 pt-1 pb-2 short:pt-0.5 short:pb-1">
        {/* What does not fit in one line goes on below from its beginning. */}
        <div className="message-tools flex min-w-0 flex-1 flex-wrap items-center gap-0.5">
          <AttachButton disabled={attachments.of === null} onFiles={attachments.addFiles} />
          {tools}
        </div>
        {stop ? <StopButton {...stop} box={box} /> : null}
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

/** Goes with the turn that it stops; with the focus on it this would be lost. */
function StopButton({ stopping, keys, onStop, box }: Stop & { box: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const [element, message] = [button.current, box.current];
    return () => {
      if (element === document.activeElement) queueMicrotask(() => message?.focus());
    };
  }, [box]);
  return (
    <Tooltip text={stopping ? t('composer.stopping') : t('composer.stop')} keys={keys}>
      <BaseButton
        ref={button}
        aria-label={t('composer.stop')}
        disabled={stopping}
        focusableWhenDisabled
        onClick={onStop}
        className="grid size-7 shrink-0 place-items-center rounded-full border border-line-strong bg-surface text-text hover:bg-hover data-disabled:opacity-50"
      >
        <Square aria-hidden="true" className="size-2.5 fill-current" strokeWidth={2} />
      </BaseButton>
    </Tooltip>
  );
}

function DropHint() {
  const { t } = useTranslation();
  return (
    <div className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-lg border-2 border-dashed border-focus bg-work-bg/90 text-md font-[600] text-work">
      {t('composer.drop')}
    </div>
  );
}

/** Takes the focus when a person asked for it (Ctrl L, a new session), never by itself. */
function useComposerFocus(box: RefObject<HTMLTextAreaElement | null>) {
  // A dialog that is open has the focus for as long as it is.
  const wanted = useUi((state) => state.composerWanted && state.dialog === null);
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
