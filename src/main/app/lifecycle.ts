import { type BrowserWindow, dialog } from 'electron';
import { fill, type Strings } from './strings';

export type CloseChoice = 'keep' | 'stop' | 'cancel';

/** Asked when the last window closes while turns run. */
export async function askBeforeClose(window: BrowserWindow, strings: Strings, running: number): Promise<CloseChoice> {
  const { close } = strings;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: fill(running === 1 ? close.message.one : close.message.other, { count: running }),
    detail: close.detail,
    buttons: [close.keep, close.stop, close.cancel],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  return response === 0 ? 'keep' : response === 1 ? 'stop' : 'cancel';
}

/** The folder that a command line names: its last argument that is not an option, for `signalbox [FOLDER]`. */
export function folderArgument(argv: readonly string[], isPackaged: boolean): string | null {
  const rest = argv.slice(1).filter((argument) => !argument.startsWith('-'));
  // Unpacked, the first argument is the app's own folder.
  const folders = isPackaged ? rest : rest.slice(1);
  return folders.at(-1) ?? null;
}
