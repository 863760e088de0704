/*
 * Loaded by NODE_OPTIONS into Electron's main: prints, as one line, when BENCH_READY came true in its first page and was
 * painted, in ms since 1970. The page is asked from main, so neither a debugger nor anything of the app takes part.
 */
const { isMainThread } = require('node:worker_threads');

// Electron names its processes only after this file was read.
if (isMainThread && process.env.BENCH_READY) setImmediate(begin);

function begin() {
  if (process.type !== 'browser') return;
  const { app } = require('electron');
  app.once('web-contents-created', (_event, contents) => {
    contents.once('did-navigate', () => {
      contents.mainFrame.executeJavaScript(`(${String(whenPainted)})(() => ${process.env.BENCH_READY})`).then(
        (at) => process.stdout.write(`ready ${String(at)}\n`),
        (error) => process.stdout.write(`failed ${error.message}\n`),
      );
    });
  });
}

/** Runs in the page. */
function whenPainted(isReady) {
  return new Promise((resolve) => {
    const afterPaint = new MessageChannel();
    afterPaint.port1.addEventListener('message', () => resolve(performance.timeOrigin + performance.now()));
    afterPaint.port1.start();
    const look = () => {
      const ready = isReady();
      requestAnimationFrame(() => (ready ? afterPaint.port2.postMessage(null) : look()));
    };
    look();
  });
}
