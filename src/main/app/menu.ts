import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { NavigateTarget } from '@shared/ipc/views';
import type { Strings } from './strings';

export interface MenuActions {
  navigate: (to: NavigateTarget) => void;
  openDataFolder: () => void;
}

/** The application's menu with the standard roles, whose own words Electron takes from the system. */
export function setMenu(strings: Strings, actions: MenuActions): void {
  const words = strings.menu;
  const mac = process.platform === 'darwin';
  const go = (label: string, accelerator: string, to: NavigateTarget): MenuItemConstructorOptions => ({
    label,
    accelerator,
    // The page has these keys too, so that they also work where the menu bar is hidden.
    registerAccelerator: mac,
    click: () => actions.navigate(to),
  });
  const settings = go(words.settings, 'CmdOrCtrl+,', { view: 'settings' });
  const template: MenuItemConstructorOptions[] = [
    ...(mac
      ? [
          {
            label: words.app,
            submenu: [
              { role: 'about' },
              { type: 'separator' },
              settings,
              { type: 'separator' },
              { role: 'services' },
              { type: 'separator' },
              { role: 'hide' },
              { role: 'hideOthers' },
              { role: 'unhide' },
              { type: 'separator' },
              { role: 'quit', label: words.quit },
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: words.file,
      submenu: [
        go(words.newSession, 'CmdOrCtrl+N', { view: 'newSession' }),
        go(words.addProject, 'CmdOrCtrl+O', { view: 'addProject' }),
        { type: 'separator' },
        ...(mac ? [] : [settings]),
        { label: words.dataFolder, click: actions.openDataFolder },
        { type: 'separator' },
        mac ? { role: 'close' } : { role: 'quit', label: words.quit },
      ],
    },
    { role: 'editMenu', label: words.edit },
    {
      label: words.view,
      submenu: [
        go(words.needsYou, 'CmdOrCtrl+J', { view: 'attention' }),
        { type: 'separator' },
        { role: 'reload' },
        { role: 'toggleDevTools' },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu', label: words.window },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
