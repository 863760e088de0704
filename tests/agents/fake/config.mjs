import { PRESETS } from './presets.mjs';

/** @typedef {Record<string, any> & {stderr: string[], noise: string[], children: number}} Config */

/** @type {Config} */
const DEFAULTS = {
  preset: undefined,
  cursor: false,
  ignoreSigterm: false,
  ignoreStdinEnd: false,
  stderr: [],
  stderrEveryMs: 0,
  exitAtStart: undefined,
  startDelayMs: 0,
  startUntil: undefined,
  children: 0,
  noise: [],
  noiseEvery: 0,
  splitBytes: 0,
  crlf: false,
  emptyLines: false,
  firstRequestId: 0,
  initialize: 'answer',
  protocolVersion: 1,
  capabilities: {},
  agentInfo: { name: 'fake-agent', title: 'Fake agent', version: '1.0.0' },
  authMethods: [],
  auth: false,
  authFile: undefined,
  authEnv: undefined,
  authPrompt: false,
  authText: undefined,
  authErrorMethods: false,
  authenticate: 'answer',
  sessions: 'both',
  list: true,
  listPages: 0,
  listCursor: 'good',
  listByFolder: false,
  fork: undefined,
  initMeta: undefined,
  lacks: [],
  version: '1.0.0',
  newDelayMs: 0,
  newUntil: undefined,
  newError: undefined,
  newQuotesMcp: false,
  newErrorOnce: false,
  newErrorText: 'Failed to initialize session services',
  earlyUpdates: false,
  commands: 'late',
  unknownSession: -32602,
  loadError: undefined,
  loadFails: undefined,
  loadUntil: undefined,
  crashOnDelete: undefined,
  replay: 'before',
  replayIds: 'same',
  loadResult: 'full',
  options: 'config',
  booleans: true,
  modelList: undefined,
  guests: 0,
  gone: [],
  variants: false,
  modes: true,
  setMode: 'before',
  lateMs: 50,
  echoUser: false,
  cancelDelayMs: 0,
  ignoreCancel: false,
  steering: undefined,
  scenes: undefined,
  crashOnNew: undefined,
  forgetOptions: false,
  cursorPrefix: 'cursor/',
  cursorSessionId: false,
};

/** The defaults with FAKE_AGENT, or the first argument, laid over them; unknown names are refused, since they are typos. @returns {Config} */
export function readConfig() {
  const argument = process.argv[2]?.startsWith('{') ? process.argv[2] : undefined;
  const given = JSON.parse(argument ?? process.env.FAKE_AGENT ?? '{}');
  const unknown = Object.keys(given).filter((key) => !(key in DEFAULTS));
  if (unknown.length > 0) {
    process.stderr.write(`fake agent: no such setting: ${unknown.join(', ')}\n`);
    process.exit(2);
  }
  const preset = given.preset === undefined ? {} : PRESETS[given.preset];
  if (preset === undefined) throw new Error(`fake agent: no such preset: ${given.preset}`);
  const config = { ...DEFAULTS, ...preset, ...given };
  return {
    ...config,
    stderr: config.stderr.map(expand),
    noise: config.noise.map(expand),
    newErrorText: expand(config.newErrorText),
  };
}

/** With the values of variables that stand in it as %NAME%, so that a prompt need not hold what the agent is to say. */
export const expand = (/** @type {string} */ text) =>
  text.replaceAll(/%([A-Z_]+)%/g, (whole, name) => process.env[name] ?? whole);
