import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, ipcMain, nativeTheme, safeStorage, shell } from 'electron';
import type { EngineNews } from '@shared/ipc/host';
import type { StartFailure } from '@shared/ipc/failure';
import { EngineHost, type HostCallHandlers } from './engineHost';
import { openExternal } from './externalLinks';
import { askBeforeClose, folderArgument } from './lifecycle';
import { log, startLogger } from './logger';
import { setMenu } from './menu';
import { notify } from './notifications';
import { PAGE_ORIGIN, registerPageScheme, servePage } from './pageProtocol';
import { RestartLimit } from './restartLimit';
import { keychainThere } from './secrets';
import { fill, localeOf, stringsOf } from './strings';
import { type MainWindow, openWindow } from './window';

// Electron's main process, put together. Nothing here works for long: what does is the engine's (DESIGN section 2).

const outFolder = dirname(dirname(fileURLToPath(import.meta.url)));

// Before the lock, which lies in userData: two homes run side by side (DESIGN section 12).
const ownHome = process.env['SIGNALBOX_HOME'];
if (ownHome !== undefined && ownHome !== '') app.setPath('userData', resolve(ownHome));
registerPageScheme();

if (app.requestSingleInstanceLock({ cwd: process.cwd() })) {
  // Never awaited at the top level: a packed app hangs there (electron-runtime.md).
  void app.whenReady().then(run);
} else {
  // The first instance hears of our folder through `second-instance`.
  app.quit();
}

/** What the system's dialogs offer; the names are the same in every language. */
const FILE_KINDS = {
  markdown: { name: 'Markdown', extensions: ['md'] },
  sessions: { name: 'JSON', extensions: ['json'] },
};

function run(): void {
  const home = app.getPath('userData');
  const { file: logFile } = startLogger(home);
  let locale = localeOf(app.getLocale());
  let strings = stringsOf(locale);
  /** Why there is no engine: the page says it, since it is what a person looks at. */
  let failure: StartFailure | null = null;
  let counts = { waiting: 0, running: 0 };
  let quitting = false;
  let asking = false;
  let main: MainWindow | null = null;
  /** The window that is or was: its place is still being written when it is gone. */
  let last: MainWindow | null = null;
  const pageRestarts = new RestartLimit(3, 60_000);

  servePage(join(outFolder, 'renderer'));

  const calls: HostCallHandlers = {
    async pickFolder({ title }) {
      const options: Electron.OpenDialogOptions = {
        title: strings.dialogs[title],
        properties: ['openDirectory', 'createDirectory'],
      };
      const picked = await (main ? dialog.showOpenDialog(main.window, options) : dialog.showOpenDialog(options));
      return picked.canceled ? null : (picked.filePaths[0] ?? null);
    },
    async saveFile({ title, suggestedName, text }) {
      const options: Electron.SaveDialogOptions = {
        title: strings.dialogs[title],
        defaultPath: join(app.getPath('documents'), basename(suggestedName)),
      };
      const picked = await (main ? dialog.showSaveDialog(main.window, options) : dialog.showSaveDialog(options));
      if (picked.canceled || picked.filePath === '') return null;
      await writeFile(picked.filePath, text);
      return { path: picked.filePath };
    },
    async pickSaveFile({ suggestedName, kind }) {
      const options: Electron.SaveDialogOptions = {
        title: strings.dialogs.exportSessions,
        defaultPath: join(app.getPath('documents'), basename(suggestedName)),
        filters: [FILE_KINDS[kind]],
      };
      const picked = await (main ? dialog.showSaveDialog(main.window, options) : dialog.showSaveDialog(options));
      return picked.canceled || picked.filePath === '' ? null : picked.filePath;
    },
    async pickOpenFile({ kind }) {
      const options: Electron.OpenDialogOptions = {
        title: strings.dialogs.importSessions,
        properties: ['openFile'],
        filters: [FILE_KINDS[kind]],
      };
      const picked = await (main ? dialog.showOpenDialog(main.window, options) : dialog.showOpenDialog(options));
      return picked.canceled ? null : (picked.filePaths[0] ?? null);
    },
    openExternal: ({ url }) => openExternal(url),
    revealFolder({ path }) {
      shell.showItemInFolder(path);
      return Promise.resolve(null);
    },
    encrypt: ({ text }) => Promise.resolve(keychainThere() ? safeStorage.encryptString(text).toString('base64') : null),
    decrypt: ({ sealed }) =>
      Promise.resolve(keychainThere() ? safeStorage.decryptString(Buffer.from(sealed, 'base64')) : null),
  };

  const engine = new EngineHost({
    file: join(outFolder, 'main', 'engine.js'),
    start: {
      home,
      version: app.getVersion(),
      systemLocale: app.getLocale(),
      keychain: keychainThere(),
      demoWorkerFile: join(outFolder, 'main', 'demoAgent.js'),
      searchWorkerFile: join(outFolder, 'main', 'searchWorker.js'),
      backupWorkerFile: join(outFolder, 'main', 'backupWorker.js'),
      logFile,
      fileWorkerFile: join(outFolder, 'main', 'fileIndexWorker.js'),
    },
    calls,
    onNews,
    onFatal: (error) => {
      failure = { error, home, log: logFile, locale };
      showWindow();
      tellFailure();
    },
  });

  function onNews(news: EngineNews): void {
    switch (news.type) {
      case 'settings':
        locale = news.locale;
        strings = stringsOf(locale);
        nativeTheme.themeSource = news.theme;
        setMenu(strings, {
          navigate: (to) => {
            showWindow();
            engine.tell({ type: 'navigate', to });
          },
          openDataFolder: () => shell.showItemInFolder(join(home, 'settings.json')),
        });
        break;
      case 'counts':
        counts = { waiting: news.waiting, running: news.running };
        app.setBadgeCount(news.waiting);
        if (process.platform === 'win32') main?.window.flashFrame(news.waiting > 0 && !main.window.isFocused());
        break;
      case 'notify':
        notify(news, strings, () => {
          showWindow();
          const { sessionId } = news;
          engine.tell({
            type: 'navigate',
            to: sessionId === null ? { view: 'attention' } : { view: 'session', sessionId },
          });
        });
        break;
      case 'restart':
        void engine.restart();
        break;
      case 'ready':
      case 'fatal':
        break;
    }
  }

  function showWindow(): void {
    if (main !== null && !main.window.isDestroyed()) return main.show();
    const opened = openWindow({
      home,
      preload: join(outFolder, 'preload', 'index.cjs'),
      mayClose,
      onFocus: (focused) => engine.tell({ type: 'windowFocus', focused }),
      onPageGone: () => {
        if (pageRestarts.take(Date.now())) {
          engine.tell({ type: 'pageRestarted' });
          return opened.window.webContents.reload();
        }
        dialog.showErrorBox(strings.fatal.title, fill(strings.fatal.page, { log: logFile }));
        quit();
      },
    });
    opened.window.once('closed', () => {
      main = null;
      engine.tell({ type: 'windowFocus', focused: false });
    });
    main = opened;
    last = opened;
  }

  function mayClose(): boolean {
    if (quitting || counts.running === 0 || main === null) return true;
    if (asking) return false;
    asking = true;
    const { window } = main;
    void askBeforeClose(window, strings, counts.running).then((choice) => {
      asking = false;
      if (choice === 'keep') window.hide();
      if (choice === 'stop') quit();
    });
    return false;
  }

  function quit(): void {
    if (quitting) return;
    quitting = true;
    const windowGone = last?.close() ?? Promise.resolve();
    void windowGone.then(() => engine.shutdown()).then(() => app.exit(0));
  }

  function tellFailure(): void {
    if (failure !== null) main?.window.webContents.send('signalbox:failure', failure);
  }

  // The port goes only to the main frame of our own window (DESIGN section 6).
  const isOurPage = ({ sender, senderFrame: frame }: Electron.IpcMainEvent): boolean =>
    sender === main?.window.webContents && frame === sender.mainFrame && frame.url.startsWith(`${PAGE_ORIGIN}/`);
  ipcMain.on('signalbox:ready', (event) => {
    if (!isOurPage(event)) return;
    tellFailure();
    engine.connectPage(event.sender);
  });
  ipcMain.on('signalbox:failureAction', (event, action: unknown) => {
    if (!isOurPage(event) || failure === null) return;
    if (action === 'quit') quit();
    if (action === 'openDataFolder') shell.showItemInFolder(join(home, 'signalbox.db'));
    if (action === 'tryAgain') {
      failure = null;
      void engine.restart();
    }
  });

  const openFolder = (argv: readonly string[], cwd: string): void => {
    const folder = folderArgument(argv, app.isPackaged);
    if (folder !== null) engine.tell({ type: 'openFolder', path: resolve(cwd, folder) });
  };
  app.on('second-instance', (_event, argv, cwd) => {
    showWindow();
    openFolder(argv, cwd);
  });
  app.on('activate', showWindow);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') quit();
  });
  app.on('before-quit', (event) => {
    if (quitting) return;
    event.preventDefault();
    quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, quit);
  process.on('uncaughtException', (error) => log.error('uncaught', error));

  showWindow();
  openFolder(process.argv, process.cwd());
}
