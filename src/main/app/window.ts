import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import { openExternal } from './externalLinks';
import { log } from './logger';
import { PAGE_ORIGIN } from './pageProtocol';
import { type Place, readPlace, writePlace } from './windowPlace';

export interface MainWindow {
  readonly window: BrowserWindow;
  /** Brings it to the front, also when it was hidden or minimised. */
  show(): void;
  /** Lets the page hand over what it has not told yet (a draft's last words), keeps the window's place, and is gone. */
  close(): Promise<void>;
}

export interface WindowOptions {
  home: string;
  preload: string;
  /** May the window close now? False where the person has to be asked first. */
  mayClose: () => boolean;
  onPageGone: () => void;
  onFocus: (focused: boolean) => void;
}

/** A page that hangs is not waited for longer than this when it should close. */
const CLOSE_MS = 500;

/** The page's grounds (`--bg` of the tokens), shown until its first paint. */
const GROUND = { light: '#fcfcfb', dark: '#141413' };

export function openWindow(options: WindowOptions): MainWindow {
  const placeFile = join(options.home, 'window.json');
  const place = readPlace(
    placeFile,
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...position(place),
    minWidth: 720,
    minHeight: 480,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    title: 'Signalbox',
    autoHideMenuBar: process.platform !== 'darwin',
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  if (place.maximized) window.maximize();
  secure(window.webContents);

  let saving = Promise.resolve();
  const savePlace = (): void => {
    const bounds = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    saving = writePlace(placeFile, bounds).catch((error: unknown) => log.warn('window place not saved', error));
  };
  window.once('ready-to-show', () => window.show());
  window.on('focus', () => options.onFocus(true));
  window.on('blur', () => options.onFocus(false));
  window.on('close', (event) => {
    savePlace();
    if (!options.mayClose()) event.preventDefault();
  });
  window.webContents.on('render-process-gone', (_event, details) => {
    log.error('page gone', details.reason, details.exitCode);
    if (details.reason !== 'clean-exit') options.onPageGone();
  });
  void window.loadURL(`${PAGE_ORIGIN}/`);

  return {
    window,
    show() {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    async close() {
      if (!window.isDestroyed()) {
        window.hide();
        await new Promise<void>((resolve) => {
          const timer = setTimeout(() => window.destroy(), CLOSE_MS);
          window.once('closed', () => {
            clearTimeout(timer);
            resolve();
          });
          window.close();
        });
      }
      await saving;
    },
  };
}

function position(place: Place): { width: number; height: number; x?: number; y?: number } {
  const { width, height, x, y } = place;
  return x === undefined || y === undefined ? { width, height } : { width, height, x, y };
}

/**
 * No way out of the page: every navigation and every new window is refused, links of the known kinds open outside
 * (DESIGN section 8).
 */
function secure(contents: WebContents): void {
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url).then((opened) => opened || log.warn('a link was refused'));
    return { action: 'deny' };
  });
  const refuse = (event: Electron.Event): void => event.preventDefault();
  contents.on('will-navigate', refuse);
  contents.on('will-redirect', refuse);
  contents.on('will-frame-navigate', (event) => {
    // Frames of ours may show blobs of ours (sandboxed drawings); nothing else is a place to go.
    if (event.isMainFrame || !event.url.startsWith(`blob:${PAGE_ORIGIN}/`)) event.preventDefault();
  });
  contents.on('will-attach-webview', refuse);
  const { session } = contents;
  const allowed = (permission: string): boolean => permission === 'clipboard-sanitized-write';
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  session.setPermissionCheckHandler((_contents, permission) => allowed(permission));
  session.setDevicePermissionHandler(() => false);
}
