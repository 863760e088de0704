import { describe, expect, it } from 'vitest';
import { faultsOf, validateSent } from '../../../tests/support/acpSchema';
import { type ClientCapabilities, type InitializeRequest, parseAuthMethod, parseInitializeResult } from './initialize';
import { methods, notifications, type ParamsOf, type MethodName } from './methods';

const everything: ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  auth: { terminal: true },
  elicitation: { form: {}, url: {} },
  _meta: { parameterizedModelPicker: true },
};
const initialize: InitializeRequest = {
  protocolVersion: 1,
  clientCapabilities: everything,
  clientInfo: { name: 'signalbox', title: 'Signalbox', version: '0.1.0' },
};
const sessionId = 's';
const cwd = '/project';
const mcpServers = [
  { name: 'a', command: '/bin/a', args: ['x'], env: [{ name: 'K', value: 'v' }] },
  { type: 'http' as const, name: 'b', url: 'https://b.test', headers: [] },
];

/** One example of everything that we can send. */
const examples: { [M in MethodName]: ParamsOf<M>[] } = {
  initialize: [initialize],
  authenticate: [{ methodId: 'm' }],
  logout: [{}],
  'session/new': [
    { cwd, mcpServers: [] },
    { cwd, mcpServers, additionalDirectories: ['/other'] },
  ],
  'session/load': [{ sessionId, cwd, mcpServers: [] }],
  'session/resume': [{ sessionId, cwd, mcpServers, additionalDirectories: [] }],
  'session/fork': [{ sessionId, cwd, mcpServers: [] }],
  'session/list': [{}, { cwd, cursor: 'c' }],
  'session/delete': [{ sessionId }],
  'session/close': [{ sessionId }],
  'session/prompt': [
    {
      sessionId,
      prompt: [
        { type: 'text', text: 'hi' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
        { type: 'resource_link', uri: 'file:///a', name: 'a' },
        { type: 'resource', resource: { uri: 'file:///a', text: 'x' } },
      ],
    },
  ],
  'session/set_mode': [{ sessionId, modeId: 'plan' }],
  'session/set_model': [{ sessionId, modelId: 'm' }],
  'session/set_config_option': [
    { sessionId, configId: 'model', value: 'm' },
    { sessionId, configId: 'fast', type: 'boolean', value: true },
  ],
  '_session/steering': [{ sessionId, prompt: [{ type: 'text', text: 'hi' }] }],
  'cursor/list_available_models': [{}],
};

describe('what we send', () => {
  it.each(Object.entries(examples))('%s is valid by the official schema', (method, list) => {
    for (const params of list) expect(validateSent(method, params)).toEqual([]);
  });

  it('is refused by our own schemas when a field is missing, wrong or unknown', () => {
    expect(methods['session/new'].params.safeParse({ cwd }).success).toBe(false);
    expect(methods['session/new'].params.safeParse({ cwd, mcpServers: [], extra: 1 }).success).toBe(false);
    expect(methods['session/prompt'].params.safeParse({ sessionId, prompt: [] }).success).toBe(false);
    expect(methods['session/prompt'].params.safeParse({ sessionId, prompt: [{ type: 'x' }] }).success).toBe(false);
    expect(
      methods['session/set_config_option'].params.safeParse({ sessionId, configId: 'c', value: true }).success,
    ).toBe(false);
  });

  it('cancels with a session id alone', () => {
    expect(faultsOf('CancelNotification', notifications['session/cancel'].parse({ sessionId }))).toEqual([]);
  });
});

describe('the answer to initialize', () => {
  it('counts every capability that is missing or malformed as no', () => {
    const no = parseInitializeResult({ protocolVersion: 1 });
    expect(no?.capabilities).toEqual({
      loadSession: false,
      prompt: { image: false, audio: false, embeddedContext: false },
      mcp: { http: false, sse: false },
      session: { list: false, delete: false, resume: false, close: false, fork: false, additionalDirectories: false },
      auth: { logout: false },
      steering: false,
    });
    const malformed = parseInitializeResult({
      protocolVersion: 1,
      agentCapabilities: {
        loadSession: 'yes',
        promptCapabilities: ['image'],
        mcpCapabilities: null,
        sessionCapabilities: { list: null, resume: 1, close: 'x' },
        auth: 7,
      },
      authMethods: 'none',
      agentInfo: 'me',
    });
    expect(malformed).toEqual(no);
  });

  it('reads an object as offered, and steering from _meta', () => {
    const result = parseInitializeResult({
      protocolVersion: 1,
      agentCapabilities: {
        loadSession: true,
        sessionCapabilities: { list: {}, resume: {}, fork: {} },
        auth: { logout: {} },
      },
      _meta: { steering: { supported: true } },
      agentInfo: { name: 'a', title: null, version: '1' },
    });
    expect(result?.capabilities).toMatchObject({
      loadSession: true,
      session: { list: true, resume: true, fork: true, delete: false },
      auth: { logout: true },
      steering: true,
    });
    expect(result?.agentInfo).toEqual({ name: 'a', version: '1' });
  });

  it('cannot be used without a protocol version', () => {
    expect(parseInitializeResult({})).toBeUndefined();
    expect(parseInitializeResult(null)).toBeUndefined();
  });

  it('gives sign-in methods of all three kinds, and of the older form in _meta', () => {
    expect(parseAuthMethod({ id: 'cursor_login', name: 'Cursor Login', description: null })).toEqual({
      id: 'cursor_login',
      name: 'Cursor Login',
      type: 'agent',
    });
    expect(parseAuthMethod({ id: 't', name: 'T', type: 'terminal', args: ['login'], env: { A: '1', B: 2 } })).toEqual({
      id: 't',
      name: 'T',
      type: 'terminal',
      args: ['login'],
      env: { A: '1' },
    });
    expect(
      parseAuthMethod({ id: 'l', name: 'L', _meta: { 'terminal-auth': { command: '/bin/x', args: ['/login'] } } }),
    ).toEqual({ id: 'l', name: 'L', type: 'terminal', command: '/bin/x', args: ['/login'] });
    expect(parseAuthMethod({ id: 'k', name: 'K', type: 'env_var', varName: 'API_KEY' })?.vars).toEqual([
      { name: 'API_KEY', secret: true, optional: false },
    ]);
    expect(parseAuthMethod({ id: 'k', type: 'env_var', vars: [{ name: 'A', secret: false }, 'B', 3] })).toEqual({
      id: 'k',
      name: 'k',
      type: 'env_var',
      vars: [
        { name: 'A', secret: false, optional: false },
        { name: 'B', secret: true, optional: false },
      ],
    });
    expect(parseAuthMethod({ name: 'no id' })).toBeUndefined();
  });
});

describe('answers about sessions', () => {
  it('accepts {}, null and options alone for a load (AC-27)', () => {
    const { read } = methods['session/load'];
    expect(read({})).toEqual({});
    expect(read(null)).toEqual({});
    expect(read(undefined)).toEqual({});
    expect(read({ configOptions: [] })).toEqual({ configOptions: [] });
  });

  it('wants a session id of a new session, and nothing else', () => {
    const { read } = methods['session/new'];
    expect(read({ sessionId: 'a' })).toEqual({ acpSessionId: 'a' });
    expect(read({})).toBeUndefined();
    expect(
      read({ sessionId: 'a', modes: { availableModes: [{ id: 'm', name: 'M' }, 7] }, models: { availableModels: [] } }),
    ).toEqual({
      acpSessionId: 'a',
      modes: { currentModeId: 'm', availableModes: [{ id: 'm', name: 'M' }] },
    });
  });

  it('keeps a stop reason that nobody knows beside end_turn', () => {
    const { read } = methods['session/prompt'];
    expect(read({ stopReason: 'cancelled' })).toEqual({ stopReason: 'cancelled' });
    expect(read({ stopReason: 'tired', usage: { inputTokens: 3, outputTokens: 'x' } })).toEqual({
      stopReason: 'end_turn',
      rawStopReason: 'tired',
      usage: { inputTokens: 3 },
    });
    expect(read(null)).toEqual({ stopReason: 'end_turn' });
  });

  it('leaves out sessions of a list that have no id', () => {
    expect(
      methods['session/list'].read({ sessions: [{ sessionId: 'a', cwd: '/p', title: null }, { cwd: '/q' }] }),
    ).toEqual({ sessions: [{ acpSessionId: 'a', cwd: '/p' }] });
  });

  it('tells a whole new list of options from a plain acknowledgement', () => {
    const { read } = methods['session/set_config_option'];
    expect(read({})).toEqual({});
    expect(read({ configOptions: [] })).toEqual({ configOptions: [] });
  });
});
