// A window of the app's size with one word in it: what Electron itself needs.
const { app, BrowserWindow } = require('electron');

app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 820, show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  return window.loadURL('data:text/html,<p>Ready');
});
