import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join, resolve } from 'node:path';
import { expect, test as base } from './app';
import { descendantsOf, environmentOf, listeningPorts } from './processes';
import { appFolder, type RunningApp } from './runningApp';
import { fakeAgent, writeSettings } from './settings';
import { words } from './words';

// DESIGN section 8, line by line: each test tries to break its line from where an attacker would stand, which is a
// script in the page (worse than anything an answer of an agent can do), the page's port, or an agent's own output.

interface Stranger {
  origin: string;
  /** What it was asked for: nothing of the app may ever reach it. */
  hits: string[];
}

const test = base.extend<{ stranger: Stranger }>({
  stranger: async ({ browserName: _unused }, provide) => {
    const hits: string[] = [];
    const server = createServer((request, response) => {
      hits.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('window.reached = true');
    });
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the stranger has no port');
    await provide({ origin: `http://127.0.0.1:${address.port}`, hits });
    server.close();
  },
});

/** The answer of a script that runs in the page as a script of its own would: outside of the debugger's exemptions. */
function inPage<T>(app: RunningApp, work: () => T | Promise<T>): Promise<T> {
  return app.page.evaluate(work);
}

test('the page has nothing of Node and nothing of Electron but its three small functions', async ({ launchApp }) => {
  const app = await launchApp();
  const seen = await inPage(app, () => ({
    node: ['require', 'process', 'module', 'exports', 'Buffer', 'global', '__dirname', 'setImmediate'].filter(
      (name) => name in window,
    ),
    electron: ['electron', 'ipcRenderer', 'webFrame', 'contextBridge'].filter((name) => name in window),
    bridge: Object.keys(window.signalbox).sort(),
  }));
  expect(seen).toEqual({ node: [], electron: [], bridge: ['act', 'pathForFile', 'ready'] });

  const preferences = await app.electron.evaluate(({ BrowserWindow }): Record<string, unknown> => {
    const contents = BrowserWindow.getAllWindows()[0]!.webContents;
    return Reflect.apply(Reflect.get(contents, 'getLastWebPreferences'), contents, []);
  });
  expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  expect(preferences['webSecurity']).not.toBe(false);
  expect(preferences['nodeIntegrationInWorker']).not.toBe(true);
  expect(preferences['nodeIntegrationInSubFrames']).not.toBe(true);
  expect(preferences['webviewTag']).not.toBe(true);
  expect(preferences['allowRunningInsecureContent']).not.toBe(true);
});

test('what the page does to its own built-ins does not reach the preload, and the bridge cannot be replaced', async ({
  launchApp,
}) => {
  const app = await launchApp();
  const stolen = await inPage(app, () => {
    const caught: string[] = [];
    const own = { call: Reflect.get(Function.prototype, 'call'), apply: Reflect.get(Function.prototype, 'apply') };
    const spy = (kept: CallableFunction) =>
      function spied(this: unknown, ...all: unknown[]): unknown {
        caught.push(String(this));
        return Reflect.apply(kept, this, all);
      };
    Object.assign(Function.prototype, { call: spy(own.call), apply: spy(own.apply) });
    window.signalbox.pathForFile(new File([''], 'a.txt'));
    Object.assign(Function.prototype, own);
    let replaced = true;
    try {
      Object.defineProperty(window, 'signalbox', { value: null });
    } catch {
      replaced = false;
    }
    const before: unknown = Reflect.get(window.signalbox, 'ready');
    Reflect.set(window.signalbox, 'ready', null);
    return { caught, replaced, changed: Reflect.get(window.signalbox, 'ready') !== before };
  });
  expect(stolen).toEqual({ caught: [], replaced: false, changed: false });
});

test('the content security policy lets no foreign script, picture, request, frame or form through', async ({
  launchApp,
  stranger,
}) => {
  const app = await launchApp();
  app.expectComplaint(/Content Security Policy|Failed to load|violates|ERR_BLOCKED_BY/);
  const { origin } = stranger;
  const blocked = await app.page.evaluate(async (foreign) => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
    const add = <K extends keyof HTMLElementTagNameMap>(tag: K, set: Partial<HTMLElementTagNameMap[K]>) =>
      document.body.append(Object.assign(document.createElement(tag), set));
    const failed = async (attempt: () => unknown): Promise<boolean> => {
      try {
        await attempt();
        return false;
      } catch {
        return true;
      }
    };
    add('script', { textContent: 'window.inlineRan = true' });
    add('script', { src: `${foreign}/script.js` });
    add('script', { src: 'data:text/javascript,window.dataRan=true' });
    add('script', { src: URL.createObjectURL(new Blob(['window.blobRan = true'])) });
    add('img', { src: `${foreign}/picture.png` });
    add('iframe', { src: `${foreign}/frame.html` });
    add('iframe', { src: 'data:text/html,<script>parent.dataFrameRan = true</script>' });
    add('iframe', { srcdoc: '<script>parent.srcdocRan = true</script>' });
    add('object', { data: `${foreign}/object` });
    add('embed', { src: `${foreign}/embed` });
    add('video', { src: `${foreign}/video.mp4` });
    add('link', { rel: 'stylesheet', href: `${foreign}/style.css` });
    add('link', { rel: 'prefetch', href: `${foreign}/prefetch` });
    add('link', { rel: 'manifest', href: `${foreign}/manifest` });
    add('base', { href: `${foreign}/` });
    add('style', {
      textContent: `@import url(${foreign}/import.css); @font-face { font-family: x; src: url(${foreign}/x.woff2); }
        body { background: url(${foreign}/background.png); font-family: x; }`,
    });
    const button = document.createElement('button');
    button.setAttribute('onclick', 'window.handlerRan = true');
    document.body.append(button);
    button.click();
    const form = Object.assign(document.createElement('form'), { action: `${foreign}/form`, method: 'post' });
    document.body.append(form);
    form.submit();
    // In a task of its own: the debugger may let eval through in the one that it started.
    const evaluated = () =>
      Promise.all([
        failed(() => Reflect.apply(Reflect.get(window, 'eval'), window, ['1 + 1'])),
        failed(() => Reflect.construct(Function, ['return 1'])),
        failed(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))),
      ]);
    const evalRefused = await new Promise<boolean[]>((done) => {
      setTimeout(() => done(evaluated()));
    });
    const refused = {
      fetch: await failed(() => fetch(`${foreign}/fetch`)),
      xhr: await failed(
        () =>
          new Promise((resolve, reject) => {
            const request = new XMLHttpRequest();
            request.addEventListener('load', resolve);
            request.addEventListener('error', reject);
            request.open('GET', `${foreign}/xhr`);
            request.send();
          }),
      ),
      socket: await failed(
        () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket(foreign.replace('http', 'ws'));
            socket.addEventListener('open', resolve);
            socket.addEventListener('error', reject);
          }),
      ),
      events: await failed(
        () =>
          new Promise((resolve, reject) => {
            const source = new EventSource(`${foreign}/events`);
            source.addEventListener('open', resolve);
            source.addEventListener('error', reject);
          }),
      ),
      worker: await failed(
        () =>
          new Promise((resolve, reject) => {
            const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
            worker.addEventListener('message', resolve);
            worker.addEventListener('error', reject);
          }),
      ),
      serviceWorker: await failed(() => navigator.serviceWorker.register('data:text/javascript,1')),
    };
    navigator.sendBeacon(`${foreign}/beacon`, 'x');
    const ran = ['inlineRan', 'dataRan', 'blobRan', 'handlerRan', 'dataFrameRan', 'srcdocRan', 'reached'];
    return { evalRefused, refused, ran: ran.filter((name) => name in window), base: document.baseURI, violations };
  }, origin);
  expect(blocked.evalRefused).toEqual([true, true, true]);
  expect(Object.entries(blocked.refused).filter(([, refused]) => !refused)).toEqual([]);
  expect(blocked.ran).toEqual([]);
  expect(blocked.base).toBe('app://signalbox/');
  expect(blocked.violations).toEqual(
    expect.arrayContaining([
      'script-src-elem',
      'script-src-attr',
      'img-src',
      'connect-src',
      'style-src-elem',
      'base-uri',
    ]),
  );
  // A round trip of the page's own proves that nothing is still on its way.
  await app.page.evaluate(() => fetch('app://signalbox/index.html').then((response) => response.text()));
  expect(stranger.hits).toEqual([]);
});

test('the page goes nowhere, and only web and mail addresses open outside', async ({ launchApp, stranger }) => {
  const app = await launchApp();
  app.expectComplaint(
    /Content Security Policy|Not allowed to (load|navigate)|blocked|Failed to (launch|navigate)|scheme/,
  );
  const opened = await app.keepExternalLinks();
  const home = app.page.url();
  expect(home).toBe('app://signalbox/');

  const elsewhere = [
    `${stranger.origin}/page`,
    'https://example.com/',
    'file:///etc/passwd',
    'data:text/html,<h1>gone</h1>',
    'app://other/index.html',
    'app://signalbox/assets/',
    'vscode://file/etc/passwd',
    'chrome://gpu',
    'javascript:void(window.scriptUrlRan = true)',
  ];
  for (const url of elsewhere) {
    await app.page
      .evaluate(async (to) => {
        location.assign(to);
        const link = Object.assign(document.createElement('a'), { href: to, textContent: 'go' });
        document.body.append(link);
        link.click();
        link.remove();
      }, url)
      .catch((error: unknown) => expect(String(error)).toContain('Not allowed'));
  }
  await app.page.evaluate((to) => {
    document.head.append(
      Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0;url=${to}` }),
    );
  }, stranger.origin);
  // Not through locators: Playwright still waits for the navigations that were refused.
  const still = () => app.page.evaluate(() => [location.href, document.querySelector('nav') !== null]);
  expect(await still()).toEqual([home, true]);
  expect(await app.page.evaluate(() => 'scriptUrlRan' in window)).toBe(false);
  expect(await opened()).toEqual([]);

  const windows = [
    'https://example.com/outside',
    'http://example.com/outside',
    'mailto:someone@example.com',
    'file:///etc/passwd',
    'javascript:window.opener',
    'data:text/html,hello',
    'app://signalbox/',
    'smb://host/share',
    'ms-msdt:/id',
    'about:blank',
  ];
  const handles = await app.page.evaluate((urls) => urls.map((url) => window.open(url) === null), windows);
  expect(handles).toEqual(windows.map(() => true));
  await expect.poll(opened).toEqual(windows.slice(0, 3));
  expect(app.electron.windows()).toHaveLength(1);

  // The page's own call is held to the same list.
  const { call, done } = await talk(app);
  for (const url of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'vscode://x',
    'C:\\Windows\\calc.exe',
    '/etc/passwd',
    '',
  ]) {
    await call('app.openExternal', { url });
  }
  expect(await opened()).toEqual(windows.slice(0, 3));
  await done();
  expect(await still()).toEqual([home, true]);
  expect(stranger.hits).toEqual([]);
});

test('every permission is refused but writing plain text to the clipboard', async ({ launchApp }) => {
  const app = await launchApp();
  app.expectComplaint(/permission|Permissions policy/i);
  // The clipboard wants a window that a person is in.
  await app.page.getByRole('heading', { level: 1 }).click();
  const answers = await app.page.evaluate(async () => {
    const outcome = async (attempt: () => Promise<unknown>): Promise<string> => {
      try {
        return `allowed ${String(await attempt())}`;
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    };
    const { permissions } = navigator;
    const state = async (name: string): Promise<string> => {
      // Names that the types do not know are asked for too.
      const status: PermissionStatus = await Reflect.apply(Reflect.get(permissions, 'query'), permissions, [{ name }]);
      return status.state;
    };
    return {
      states: await Promise.all(
        ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi', 'persistent-storage'].map(
          async (name) => `${name} ${await state(name).catch(() => 'denied')}`,
        ),
      ),
      notification: await Notification.requestPermission(),
      camera: await outcome(() => navigator.mediaDevices.getUserMedia({ video: true })),
      screen: await outcome(() => navigator.mediaDevices.getDisplayMedia()),
      place: await outcome(
        () => new Promise((found, failed) => navigator.geolocation.getCurrentPosition(found, () => failed('denied'))),
      ),
      read: await outcome(() => navigator.clipboard.readText()),
      midi: await outcome(() => navigator.requestMIDIAccess({ sysex: true })),
      write: await outcome(() => navigator.clipboard.writeText('copied by the page')),
    };
  });
  expect(answers.states.filter((state) => !state.endsWith(' denied'))).toEqual([]);
  expect(answers.notification).toBe('denied');
  for (const refused of [answers.camera, answers.screen, answers.place, answers.read, answers.midi]) {
    expect(refused).not.toMatch(/^allowed/);
  }
  expect(answers.write).toBe('allowed undefined');
  expect(await app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe('copied by the page');
});

test('the app scheme serves the built page and nothing beside or above it', async ({ launchApp }) => {
  const app = await launchApp();
  app.expectComplaint(/Failed to load resource|Content Security Policy/);
  const statuses = await app.page.evaluate(async () => {
    const ask = (url: string, init?: RequestInit) =>
      fetch(url, init).then(
        async (response) => `${response.status} ${(await response.text()).length}`,
        () => 'refused',
      );
    return {
      own: await ask('app://signalbox/index.html'),
      outside: await Promise.all(
        [
          '/../main/index.js',
          '/%2e%2e/main/index.js',
          '/..%2fmain%2findex.js',
          '/%2e%2e%2f%2e%2e%2fpackage.json',
          '/..%5c..%5cpackage.json',
          '/assets/../../main/index.js',
          '//etc/passwd',
          '/%2fetc%2fpasswd',
          '/index.html%00.png',
          '/%zz',
          '/assets',
        ].map((path) => ask(`app://signalbox${path}`)),
      ),
      host: await ask('app://other/index.html'),
      post: await ask('app://signalbox/index.html', { method: 'POST', body: 'x' }),
      file: await ask('file:///etc/passwd'),
    };
  });
  expect(statuses.own).toMatch(/^200 \d\d+$/);
  expect(statuses.outside.filter((status) => !/^(40[34] 0|refused)$/.test(status))).toEqual([]);
  for (const status of [statuses.host, statuses.post, statuses.file]) {
    expect(status).toMatch(/^(403 0|refused)$/);
  }
  const headers = await app.electron.evaluate(async ({ net }) => {
    const response = await net.fetch('app://signalbox/');
    return Object.fromEntries(response.headers.entries());
  });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe-eval');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('only the main frame of the own window gets the port to the engine', async ({ launchApp }) => {
  const app = await launchApp();
  app.expectComplaint(/Content Security Policy|Failed to load/);
  // What only the engine can tell: the page has its own port by now.
  await expect(app.page.getByRole('button', { name: /agents? ready/ })).toBeVisible();
  // A frame inside the page has no bridge at all.
  const inFrame = await app.page.evaluate(async () => {
    const frame = document.createElement('iframe');
    const loaded = new Promise((done) => frame.addEventListener('load', done));
    frame.src = URL.createObjectURL(new Blob(['<p>inside</p>'], { type: 'text/html' }));
    document.body.append(frame);
    await loaded;
    return frame.contentWindow === null ? [] : Object.keys(frame.contentWindow).filter((name) => name === 'signalbox');
  });
  expect(inFrame).toEqual([]);

  const ports = await app.electron.evaluate(
    async ({ BrowserWindow, ipcMain }, preload) => {
      const own = BrowserWindow.getAllWindows()[0]!.webContents;
      const handed: string[] = [];
      const watch = (contents: Electron.WebContents, name: string): void => {
        const post = contents.postMessage.bind(contents);
        contents.postMessage = (channel, message, transfer) => {
          handed.push(`${name} ${channel}`);
          post(channel, message, transfer);
        };
      };
      watch(own, 'own');
      const [subFrame] = own.mainFrame.frames;
      const say = (sender: Electron.WebContents, senderFrame: unknown) =>
        ipcMain.emit('signalbox:ready', { sender, senderFrame });
      say(own, subFrame);
      say(own, null);
      say(own, undefined);
      const foreign = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      watch(foreign.webContents, 'foreign');
      // The same page with the same preload, and still another window: it says that it is ready when it has loaded.
      await foreign.loadURL('app://signalbox/');
      await foreign.webContents.executeJavaScript('window.signalbox.ready()');
      say(foreign.webContents, foreign.webContents.mainFrame);
      say(own, foreign.webContents.mainFrame);
      foreign.destroy();
      const before = [...handed];
      say(own, own.mainFrame);
      return { before, after: handed };
    },
    join(appFolder, 'out', 'preload', 'index.cjs'),
  );
  expect(ports).toEqual({ before: [], after: ['own signalbox:port'] });
});

test('no process of the app listens on the network, also not while an agent works', async ({ openProject }) => {
  const { app } = await openProject();
  await app.newSession('Fake');
  await app.send('!say working\n!hang');
  await expect(app.transcript.getByText('working', { exact: true })).toBeVisible();
  const below = descendantsOf(app.pid);
  expect(below.length).toBeGreaterThan(2);
  expect(below.flatMap(({ pid, command }) => listeningPorts(pid).map((port) => `${port} ${command}`))).toEqual([]);
  // Main has the two doors that this test came in by, Node's inspector and Chromium's, and no third.
  expect(listeningPorts(app.pid)).toHaveLength(2);
});

test('the router refuses whatever is not of the contract, and goes on', async ({ launchApp, project }) => {
  const app = await launchApp();
  const { call, raw, done } = await talk(app);
  const methods = [
    '__proto__',
    '__proto__.toString',
    'constructor',
    'constructor.constructor',
    'toString',
    'hasOwnProperty',
    'sessions',
    'sessions.__proto__',
    'sessions.constructor',
    'sessions.prompt.call',
    'sessions.toString',
    'projects.add ',
    'PROJECTS.ADD',
    '',
  ];
  for (const method of methods) {
    expect(await call(method, {}), method).toMatchObject({ ok: false, error: { code: 'ipc.unknownMethod' } });
  }
  const bad: [string, unknown][] = [
    ['projects.add', null],
    ['projects.add', { path: 7 }],
    ['projects.add', { path: '' }],
    ['projects.add', { path: ['/etc'] }],
    ['projects.add', { path: 'x'.repeat(5000) }],
    ['sessions.prompt', { sessionId: {}, content: [] }],
    ['sessions.prompt', { sessionId: 'x', content: 'text' }],
    ['requests.answer', { requestId: 'x', answer: { __proto__: { kind: 'x' } }, viaKeyboard: 'no' }],
    ['settings.set', { theme: 'purple' }],
    ['blobs.read', { blobId: '../../etc/passwd', offset: -1, length: 1e9 }],
    ['agents.save', { agent: { id: '../x', name: 'x', command: 'x' } }],
  ];
  for (const [method, input] of bad) {
    expect(await call(method, input), method).toMatchObject({ ok: false, error: { code: 'ipc.invalidInput' } });
  }
  // Never answered with more than what an unknown id deserves.
  expect(await call('blobs.read', { blobId: '../../etc/passwd', offset: 0, length: 10 })).toMatchObject({ ok: false });
  expect(await call('projects.add', { path: '/etc/passwd' })).toMatchObject({
    ok: false,
    error: { code: 'project.notFolder' },
  });

  await raw([
    null,
    7,
    'call',
    [],
    {},
    { t: 'call' },
    { t: 'call', id: 'x', method: 'projects.add' },
    { t: 'call', id: 1.5, method: 'projects.add', input: {} },
    { t: '__proto__' },
    { t: 'ack', sub: 10 ** 9, post: -1 },
    { t: 'unsubscribe', sub: 10 ** 9 },
    { t: 'subscribe', sub: 10 ** 9 },
    ...['__proto__', 'constructor', 'toString', 'nothing', ''].map((stream, at) => ({
      t: 'subscribe',
      sub: 10 ** 8 + at,
      stream,
      params: {},
    })),
    ...Array.from({ length: 600 }, (_, at) => ({ t: 'subscribe', sub: 10 ** 7 + at, stream: 'app', params: {} })),
  ]);
  // Unknown keys ride along unharmed, and the engine still works.
  const sneaky = JSON.parse(`{"path": ${JSON.stringify(project('still-works'))}, "__proto__": {"polluted": true}}`);
  expect(await call('projects.add', sneaky)).toMatchObject({ ok: true, value: { name: 'still-works' } });
  await done();
  await expect(app.sidebar.getByRole('heading', { name: 'still-works' })).toBeVisible();
});

test("an agent starts from its argv, without a shell, and without the starters' variables", async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const trap = join(folder, 'trap');
  const args = [
    'two words',
    '"quoted"',
    "it's",
    `$(touch ${trap})`,
    `\`touch ${trap}\``,
    `; touch ${trap}`,
    '&& echo',
    '| cat',
    '> out',
    '%PATH%',
    '$HOME',
    '*',
    '~',
    '\\',
    '',
    'line\nbreak',
    '中文',
  ];
  const { setting, run } = fakeAgent(folder, { name: 'Fake', args, env: { GIVEN: 'a "b" $(c)' } });
  writeSettings(home, { agents: [setting] });
  const app = await launchApp({
    args: [project('argv')],
    env: {
      npm_config_registry: 'https://registry.example',
      npm_lifecycle_event: 'start',
      npm_package_name: 'signalbox',
      INIT_CWD: '/somewhere',
      ELECTRON_ENABLE_LOGGING: '1',
      ELECTRON_NO_ATTACH_CONSOLE: '1',
      APPIMAGE: '/opt/Signalbox.AppImage',
      APPDIR: '/tmp/.mount_signalbox',
      ARGV0: './Signalbox.AppImage',
      OWD: '/somewhere',
      CHROME_DESKTOP: 'signalbox.desktop',
      MY_OWN: 'kept',
    },
  });
  await app.newSession('Fake');
  // The session's own process: the one that was asked what the agent can do, before it, may have ended.
  const sessionPid = () => run.log().find((entry) => entry.in?.method === 'session/new')?.pid;
  await expect.poll(sessionPid).toBeDefined();
  const start = run.log().find(({ event, pid }) => event === 'start' && pid === sessionPid());
  expect(start?.argv).toEqual(args);
  expect(existsSync(trap)).toBe(false);
  const env = environmentOf(start?.pid ?? 0);
  expect(
    Object.keys(env).filter((name) => /^(npm_|ELECTRON_|APPIMAGE|APPDIR|ARGV0|OWD|INIT_CWD|CHROME_)/.test(name)),
  ).toEqual([]);
  expect(Object.keys(env).filter((name) => name.startsWith('SIGNALBOX_'))).toEqual(['SIGNALBOX_RUN']);
  expect(env['GIVEN']).toBe('a "b" $(c)');
  expect(env['MY_OWN']).toBe('kept');
  // No shell between: the agent's parent is the engine itself.
  const agent = descendantsOf(app.pid).find(({ pid }) => pid === start?.pid);
  expect(agent?.parent).toBe(await app.enginePid());
});

test('an answer of an agent cannot run or load anything, whatever its markdown holds', async ({
  launchApp,
  home,
  folder,
  project,
  stranger,
}) => {
  const { origin } = stranger;
  const hostile = join(folder, 'hostile.md');
  writeFileSync(hostile, hostileMarkdown(origin));
  writeSettings(home, { agents: [fakeAgent(folder, { name: 'Fake' }).setting] });
  const app = await launchApp({ args: [project('hostile')] });
  const opened = await app.keepExternalLinks();
  await app.newSession('Fake');
  await app.send(`!file ${hostile} 7 0`);
  const { transcript } = app;
  await expect(transcript.getByText('The end of it.')).toBeVisible();
  await app.shot('security-hostile-markdown');

  const found = await transcript.evaluate((log) => {
    const all = [...log.querySelectorAll('*')];
    return {
      elements: all
        .map((element) => element.localName)
        .filter((name) =>
          /^(script|iframe|object|embed|form|style|link|meta|base|video|audio|math|template|input)$/.test(name),
        ),
      handlers: all.flatMap((element) => element.getAttributeNames().filter((name) => name.startsWith('on'))),
      links: all.flatMap((element) => (element instanceof HTMLAnchorElement ? [element.href] : [])),
      pictures: all.flatMap((element) => (element instanceof HTMLImageElement ? [element.src.slice(0, 15)] : [])),
      ran: Object.keys(window).filter((name) => name.startsWith('pwned')),
    };
  });
  expect(found.elements).toEqual([]);
  expect(found.handlers).toEqual([]);
  expect(found.links.filter((link) => !/^(https?|mailto):/.test(link))).toEqual([]);
  expect(found.pictures.filter((picture) => !picture.startsWith('data:image/png'))).toEqual([]);
  expect(found.ran).toEqual([]);

  await transcript.getByRole('link', { name: 'a good link' }).click();
  await transcript.getByRole('link', { name: 'a good link' }).click({ button: 'middle' });
  await expect.poll(opened).toEqual(['https://example.com/good', 'https://example.com/good']);
  expect(app.page.url()).toBe('app://signalbox/');
  expect(app.electron.windows()).toHaveLength(1);
  expect(stranger.hits).toEqual([]);
});

test('nothing is ever opened as a file of the system: links go to the browser, folders are only shown', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const orchard = project('orchard');
  const script = join(orchard, 'run-me.sh');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 });
  writeSettings(home, { agents: [fakeAgent(folder, { name: 'Fake' }).setting] });
  const app = await launchApp({ args: [orchard] });
  const kept = await app.keepExternalLinks();
  await app.newSession('Fake');
  const links = [
    '[web](https://example.com/good)',
    '[mail](mailto:someone@example.com)',
    `[by scheme](file://${script})`,
    `[by path](${script})`,
    '[beside](run-me.sh)',
    `[up](../${basename(orchard)}/run-me.sh)`,
  ];
  await app.send(`!say ${links.join(' and ')} are all.`);
  // The answer's: the message that asked for it ends in the same words.
  await expect(app.transcript.getByRole('link', { name: 'mail', exact: true })).toBeVisible();
  for (const name of ['web', 'mail']) await app.transcript.getByRole('link', { name, exact: true }).click();
  // Whatever became of these, link, button or words: pressing them starts nothing.
  for (const name of ['by scheme', 'by path', 'beside', 'up']) {
    await app.transcript.getByText(name, { exact: true }).click();
    await app.press('Escape');
  }

  await app.sidebar.getByRole('heading', { name: 'orchard' }).hover();
  await app.page.getByRole('button', { name: 'Actions for orchard' }).click();
  await app.page.getByRole('menuitem', { name: words('project.reveal') }).click();
  await app.press('Mod+,');
  await app.page.getByRole('button', { name: words('settings.data'), exact: true }).click();
  await app.page.getByRole('button', { name: words('data.open') }).click();
  await app.electron.evaluate(({ Menu }, label) => {
    const all = (Menu.getApplicationMenu()?.items ?? []).flatMap((item) => [item, ...(item.submenu?.items ?? [])]);
    all.find((item) => item.label === label)?.click();
  }, 'Open Data Folder');
  await expect
    .poll(kept)
    .toEqual([
      'https://example.com/good',
      'mailto:someone@example.com',
      `shown ${orchard}`,
      `shown ${join(home, 'settings.json')}`,
      `shown ${join(home, 'settings.json')}`,
    ]);
});

const hostileMarkdown = (origin: string): string => `# Hostile

<script>window.pwnedScript = true</script>
<img src="${origin}/raw.png" onerror="window.pwnedImg = true">
<svg onload="window.pwnedSvg = true"><script>window.pwnedSvgScript = true</script></svg>
<iframe src="${origin}/frame"></iframe>
<form action="${origin}/form"><input autofocus onfocus="window.pwnedFocus = true"></form>
<style>@import url(${origin}/style.css);</style>
<a href="javascript:window.pwnedRaw = true">raw</a>
<details open ontoggle="window.pwnedToggle = true"><summary>x</summary></details>

![remote](${origin}/picture.png)
![file](file:///etc/passwd)
![svg](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIj48L3N2Zz4=)
![app](app://signalbox/index.html)

[script](javascript:window.pwnedLink=true) [coded](&#106;avascript:window.pwnedCoded=true)
[tab](java\tscript:window.pwnedTab=true) [file](file:///etc/passwd) [data](data:text/html,x)
[vb](vbscript:x) [custom](vscode://file/etc/passwd) <javascript:window.pwnedAuto=true>

[a good link](https://example.com/good)

\`\`\`html
<script>window.pwnedCode = true</script>
\`\`\`

| <img src=x onerror=window.pwnedCell=true> | [x](javascript:1) |
| --- | --- |
| \`<script>\` | <b onclick=alert(1)>b</b> |

The end of it.
`;

test('secrets are neither in the logs nor in the inspector', async ({ launchApp, home, folder, project }) => {
  const secret = 'sk-test-1234567890abcdefghijkl';
  const quiet = 'hunter2hunter2';
  const agent = fakeAgent(folder, {
    name: 'Fake',
    config: { stderr: [`starting with api_key=${secret}`, `password: ${quiet}`] },
    env: { FAKE_API_KEY: secret, FAKE_PASSWORD: quiet },
  });
  writeSettings(home, { agents: [agent.setting] });
  const app = await launchApp({ args: [project('secrets')] });
  await app.newSession('Fake');
  await app.send(`!say Authorization: Bearer ${secret}\n!stderr token=${quiet}\n!crash 3`);
  await expect(app.row('!say')).toContainText('Failed');
  await app.send('!say back again');
  await expect(app.transcript.getByText('back again', { exact: true })).toBeVisible();

  await app.page.getByRole('button', { name: 'Session actions' }).click();
  await app.page.getByRole('menuitem', { name: 'Protocol inspector' }).click();
  const frames = app.page.getByRole('listbox', { name: 'Frames' });
  await expect(frames.getByText('initialize').first()).toBeVisible();
  await app.page.getByRole('button', { name: 'Copy what is shown' }).click();
  const copied = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toContain('session/prompt');
  expect(copied).not.toContain(secret);
  expect(copied).not.toContain(quiet);
  await expect(frames).not.toContainText(secret);
  await app.shot('inspector-redacted');

  await app.quit();
  const logs = existsSync(join(home, 'logs')) ? readdirSync(join(home, 'logs')).map((file) => join('logs', file)) : [];
  for (const file of [...logs, 'runs.jsonl']) {
    const text = readFileSync(join(home, file), 'utf8');
    expect(text, file).not.toContain(secret);
    expect(text, file).not.toContain(quiet);
  }
});

/** Speaks over a real port of the page, as a script in the page could, beside the page's own talk. */
async function talk(app: RunningApp): Promise<{
  call: (method: string, input: unknown) => Promise<unknown>;
  raw: (messages: unknown[]) => Promise<void>;
  done: () => Promise<void>;
}> {
  const handle = await app.page.evaluateHandle(
    () =>
      new Promise<{ port: MessagePort; next: number }>((got) => {
        const listen = (event: MessageEvent<unknown>) => {
          const [port] = event.ports;
          if (port === undefined) return;
          window.removeEventListener('message', listen);
          got({ port, next: 1_000_000 });
        };
        window.addEventListener('message', listen);
        window.signalbox.ready();
      }),
  );
  return {
    call: (method, input) =>
      handle.evaluate(
        (own, [name, given]) =>
          new Promise<unknown>((answered) => {
            own.next += 1;
            const id = own.next;
            const listen = ({ data }: MessageEvent<{ t: string; id: number; result: unknown }>) => {
              if (data.t !== 'result' || data.id !== id) return;
              own.port.removeEventListener('message', listen);
              answered(data.result);
            };
            own.port.addEventListener('message', listen);
            own.port.postMessage({ t: 'call', id, method: name, input: given });
          }),
        [method, input] as const,
      ),
    raw: (messages) =>
      handle.evaluate((own, all) => {
        for (const message of all) own.port.postMessage(message);
      }, messages),
    done: () => handle.dispose(),
  };
}

test('a packed build would carry the fuses that close the back doors', () => {
  const config = readFileSync(resolve('build/electron-builder.yml'), 'utf8');
  for (const fuse of [
    'runAsNode: false',
    'enableNodeOptionsEnvironmentVariable: false',
    'enableNodeCliInspectArguments: false',
  ]) {
    expect(config).toContain(fuse);
  }
  for (const fuse of [
    'onlyLoadAppFromAsar: true',
    'enableCookieEncryption: true',
    'grantFileProtocolExtraPrivileges: false',
  ]) {
    expect(config).toContain(fuse);
  }
});
