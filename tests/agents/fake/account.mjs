import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { DEFERRED, RpcError } from './wire.mjs';
import { record } from './record.mjs';

/** Whether somebody is signed in, by the configuration: looked at when the process starts, as agents do. */
export class FakeAccount {
  #signedIn;
  #byKey;
  /** The answer that `authenticate` owes while it hangs. @type {any} */
  #owed;

  constructor(/** @type {import('./wire.mjs').Wire} */ wire, /** @type {import('./config.mjs').Config} */ config) {
    this.wire = wire;
    this.config = config;
    const byFile = config.authFile !== undefined && existsSync(config.authFile);
    this.#byKey = config.authEnv !== undefined && Boolean(process.env[config.authEnv]);
    this.#signedIn = byFile || (this.#byKey && config.authenticate !== 'key');
  }

  /** Throws where the method wants an account and nobody is signed in. */
  check(/** @type {string} */ method) {
    const { auth, authPrompt, authText, authMethods, authErrorMethods } = this.config;
    if (!auth || this.#signedIn || !method.startsWith('session/')) return;
    if (authPrompt && method !== 'session/prompt') return;
    if (authText) throw new RpcError(-32603, authText);
    throw new RpcError(-32000, 'Authentication required', authErrorMethods ? { authMethods } : undefined);
  }

  authenticate(/** @type {string} */ methodId, /** @type {any} */ id) {
    const { auth, authenticate, authFile, authMethods, cursor } = this.config;
    if (!authMethods.some((/** @type {any} */ method) => method.id === methodId)) {
      throw new RpcError(-32602, `No such authentication method: ${methodId}`);
    }
    // With nothing but a key Cursor opens no browser.
    if (authenticate === 'browser' || (cursor && this.#byKey)) {
      const url = 'https://example.com/loginDeepControl?challenge=abc';
      throw new RpcError(-32602, `Failed to open browser for login. Open ${url} by hand.`);
    }
    if (authenticate === 'key' && !this.#byKey) {
      throw new RpcError(-32603, 'Internal error', `${this.config.authEnv} is not set`);
    }
    if (authenticate === 'hang') {
      this.#owed = id;
      return DEFERRED;
    }
    this.#signedIn = auth !== 'never';
    // The account is the machine's, not the process's.
    if (this.#signedIn && authFile !== undefined) writeFileSync(authFile, 'signed in');
    return {};
  }

  /** `$/cancel_request` of the client. */
  cancelRequest(/** @type {any} */ requestId) {
    if (this.#owed === undefined || this.#owed !== requestId) return;
    this.#owed = undefined;
    void this.wire.send({ jsonrpc: '2.0', id: requestId, error: { code: -32800, message: 'Cancelled' } });
  }

  logout() {
    this.#signedIn = false;
    if (this.config.authFile) rmSync(this.config.authFile, { force: true });
    return {};
  }
}

/** `fakeAgent.mjs … login`: what a person does in a terminal. "yes" signs in, anything else ends with 1. */
export function login(/** @type {import('./config.mjs').Config} */ config) {
  record({ event: 'login', tty: process.stdin.isTTY, argv: process.argv.slice(2), env: loginEnvironment() });
  process.stdout.write('\u001b[1mFake agent\u001b[0m\r\nOpen https://example.com/device and enter the code 4711.\r\n');
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
  lines.setPrompt('Done? (yes/no) ');
  lines.prompt();
  lines.once('line', (line) => {
    if (line.trim() !== 'yes') {
      process.stdout.write('Login failed: the code has expired\r\n');
      process.exit(1);
    }
    if (config.authFile) writeFileSync(config.authFile, 'signed in');
    process.stdout.write('Logged in as tester@example.com\r\n');
    process.exit(0);
  });
}

const loginEnvironment = () =>
  Object.fromEntries(
    ['NO_OPEN_BROWSER', 'TERM', 'LOGIN_REGION', 'SIGNALBOX_RUN'].map((name) => [name, process.env[name] ?? null]),
  );
