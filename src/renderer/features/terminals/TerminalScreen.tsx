import type { PtyExit } from '@shared/ipc/signIn';
import type { PtyId } from '@shared/ids';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { useEffect, useEffectEvent, useRef } from 'react';
import { engine } from '../../ipc/engine';
import { isTerminalReply, terminalKey } from './terminalKeys';
import { onThemeChange } from '../../stores/theme';
import { terminalFont, terminalTheme } from './terminalTheme';

export interface TerminalScreenProps {
  ptyId: PtyId;
  /** The name of the box that is typed into. */
  label: string;
  onLeave: () => void;
  /** All output so far, after each change, and how the program ended. */
  onTold: (output: string, exit: PtyExit | null) => void;
}

/** The newest characters of the output that are looked through for addresses. */
const LOOKED_AT = 64 * 1024;

/** The screen of a terminal of the engine: it shows what is there, from its beginning, whenever it is mounted. */
export function TerminalScreen({ ptyId, label, onLeave, onTold }: TerminalScreenProps) {
  const host = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(onLeave);
  const tell = useEffectEvent(onTold);
  useEffect(() => {
    if (host.current === null) return undefined;
    return openScreen(host.current, { ptyId, label, onLeave: () => leave(), onTold: (...told) => tell(...told) });
  }, [ptyId, label]);
  return <div ref={host} className="h-[272px] w-full overflow-hidden" />;
}

function openScreen(host: HTMLElement, { ptyId, label, onLeave, onTold }: TerminalScreenProps): () => void {
  const terminal = new Terminal({
    fontFamily: terminalFont(),
    fontSize: 12,
    lineHeight: 1.3,
    scrollback: 5000,
    cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    minimumContrastRatio: 4.5,
    screenReaderMode: true,
    theme: terminalTheme(),
    // Addresses that a program marks as links; the page itself goes nowhere.
    linkHandler: { activate: (_event, url) => void engine.call.app.openExternal({ url }) },
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(host);
  terminal.textarea?.setAttribute('aria-label', label);
  terminal.attachCustomKeyEventHandler((event) => {
    const to = terminalKey(event, terminal.hasSelection());
    if (to === 'leave' && event.type === 'keydown') {
      event.preventDefault();
      onLeave();
    }
    return to === 'program';
  });

  let isReplaying = false;
  let output = '';
  let exit: PtyExit | null = null;
  const told = (): void => onTold(output.slice(-LOOKED_AT), exit);
  const end = (how: PtyExit): void => {
    exit = how;
    terminal.options.disableStdin = true;
    terminal.options.cursorBlink = false;
    // Nobody is asked any more: no place to write is shown.
    terminal.write('\u001B[?25l');
  };
  // What a program asked of its terminal long ago was answered then; what a person types meanwhile is for it.
  terminal.onData((data) => {
    if (!isReplaying || !isTerminalReply(data)) void engine.call.ptys.write({ ptyId, data });
  });
  terminal.onResize(({ cols, rows }) => void engine.call.ptys.resize({ ptyId, cols, rows }));
  const unsubscribe = engine.subscribe(
    'pty',
    { ptyId },
    {
      snapshot: (snapshot) => {
        terminal.reset();
        isReplaying = true;
        terminal.write(snapshot.output, () => {
          isReplaying = false;
        });
        output = snapshot.output;
        if (snapshot.exit !== null) end(snapshot.exit);
        told();
      },
      frames: (frames) => {
        for (const frame of frames) {
          if (frame.type === 'exited') end(frame.exit);
          else {
            terminal.write(frame.text);
            output = (output + frame.text).slice(-LOOKED_AT * 2);
          }
        }
        told();
      },
    },
  );
  const refit = (): void => {
    if (host.clientWidth > 0) fit.fit();
  };
  refit();
  void engine.call.ptys.resize({ ptyId, cols: terminal.cols, rows: terminal.rows });
  // Cells are measured in the font that is there: once it is, they are measured again.
  void document.fonts.load(`12px ${terminalFont()}`).then(() => {
    terminal.options.fontFamily = terminalFont();
    refit();
  });
  const sizes = new ResizeObserver(refit);
  sizes.observe(host);
  const stopTheme = onThemeChange(() => {
    terminal.options.theme = terminalTheme();
  });
  terminal.focus();
  return () => {
    sizes.disconnect();
    stopTheme();
    unsubscribe();
    terminal.dispose();
  };
}
