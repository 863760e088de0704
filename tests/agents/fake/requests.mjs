import { openTool } from './tools.mjs';

const once = (/** @type {string} */ optionId, /** @type {string} */ name) => ({ optionId, name, kind: 'allow_once' });

const OPTIONS = [
  once('allow-once', 'Allow once'),
  { optionId: 'allow-always', name: 'Allow always', kind: 'allow_always' },
  { optionId: 'reject-once', name: 'Reject', kind: 'reject_once' },
  { optionId: 'reject-always', name: 'Reject always', kind: 'reject_always' },
];

/** Cursor's fallback for a question: each answer is one "allow once". */
const QUESTION_OPTIONS = [
  once('answer-red', 'Red'),
  once('answer-blue', 'Blue'),
  { optionId: '__ask_question_skip__', name: 'Skip', kind: 'reject_once' },
];

const choice = (/** @type {string} */ value, /** @type {string} */ title) => ({ const: value, title });

/** Every type and format that a property of a form can have. */
const WHOLE_FORM = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', description: 'As it stands in package.json', minLength: 2, maxLength: 20 },
    email: { type: 'string', title: 'Mail', format: 'email' },
    site: { type: 'string', title: 'Web page', format: 'uri', default: 'https://example.com' },
    day: { type: 'string', title: 'Release day', format: 'date' },
    moment: { type: 'string', title: 'Release moment', format: 'date-time' },
    language: { type: 'string', title: 'Language', oneOf: [choice('ts', 'TypeScript'), choice('rs', 'Rust')] },
    size: { type: 'string', title: 'Size', enum: ['s', 'm'], enumNames: ['Small', 'Middle'], default: 'm' },
    count: { type: 'integer', title: 'Count', minimum: 1, maximum: 5, default: 2 },
    share: { type: 'number', title: 'Share', minimum: 0, maximum: 1 },
    strict: { type: 'boolean', title: 'Strict', description: 'Refuse what is not typed', default: true },
    parts: {
      type: 'array',
      title: 'Parts',
      minItems: 1,
      maxItems: 2,
      items: { type: 'string', enum: ['api', 'web', 'docs'] },
    },
    extras: { type: 'array', title: 'Extras', items: { anyOf: [choice('ci', 'CI'), choice('lint', 'Linting')] } },
  },
  required: ['name', 'moment', 'language', 'parts'],
};

/** @type {Record<string, import('./turn.mjs').Command>} */
export const requestCommands = {
  permission: async (turn, words) => {
    const { sessionId } = turn.session;
    const call = {
      title: '`echo shell-ran > shell.txt`',
      kind: 'execute',
      rawInput: { command: 'echo shell-ran > shell.txt' },
      content: [{ type: 'content', content: { type: 'text', text: 'Shell allowlist is empty' } }],
    };
    const tool = words.includes('first') ? undefined : await openTool(turn, { ...call, status: 'pending' });
    const toolCallId = tool?.toolCallId ?? turn.agent.newToolId();
    const options = words.includes('two') ? QUESTION_OPTIONS : OPTIONS;
    const { id, answer } = turn.wire.request('session/request_permission', {
      sessionId,
      toolCall: { ...call, toolCallId, status: 'pending' },
      options: words.includes('unknown-kind')
        ? [...options, { optionId: 'maybe', name: 'Perhaps', kind: 'allow_on_tuesdays' }]
        : options,
    });
    const withdraw = words.indexOf('withdraw');
    if (withdraw !== -1) {
      await turn.run(`!until ${words[withdraw + 1]}`);
      await turn.wire.withdraw(id);
    }
    if (words.includes('silent')) {
      // As some agents do: a rejection ends the turn, and nothing more is said of the tool.
      const silent = await turn.orCancelled(answer);
      if (/^(allow|answer)/.test(silent?.outcome?.optionId ?? '')) return turn.say('It ran. ');
      turn.stopReason = 'cancelled';
      return undefined;
    }
    const result = await turn.tell('session/request_permission', answer);
    if (!tool) await turn.update({ sessionUpdate: 'tool_call', toolCallId, ...call, status: 'in_progress' });
    const allowed = /^(allow|answer)/.test(result?.outcome?.optionId ?? '');
    const done = { type: 'content', content: { type: 'text', text: 'shell-ran' } };
    await turn.update({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      // A rejected tool ends "completed" without output, as Cursor's does.
      ...(allowed ? { status: 'completed', content: [done] } : { status: 'completed' }),
    });
  },
  form: (turn, words) =>
    turn.ask('elicitation/create', {
      sessionId: turn.session.sessionId,
      mode: 'form',
      message: 'How shall I set up the project?',
      requestedSchema: words.includes('whole')
        ? WHOLE_FORM
        : {
            type: 'object',
            properties: {
              name: { type: 'string', title: 'Name', minLength: 2 },
              language: { type: 'string', title: 'Language', enum: ['ts', 'rust'] },
              count: { type: 'integer', title: 'Count', minimum: 1, maximum: 5, default: 2 },
              strict: { type: 'boolean', title: 'Strict', default: true },
              parts: { type: 'array', title: 'Parts', items: { type: 'string', enum: ['api', 'web', 'docs'] } },
            },
            required: ['name'],
          },
    }),
  url: async (turn) => {
    const elicitationId = 'fake-sign-in';
    await turn.ask('elicitation/create', {
      sessionId: turn.session.sessionId,
      mode: 'url',
      message: 'Sign in to the issue tracker',
      elicitationId,
      url: 'https://example.com/sign-in',
    });
    await turn.wire.notify('elicitation/complete', { elicitationId });
  },
  read: (turn, _words, path) => turn.ask('fs/read_text_file', { sessionId: turn.session.sessionId, path }),
  write: (turn, [path, ...words]) =>
    turn.ask('fs/write_text_file', { sessionId: turn.session.sessionId, path, content: words.join(' ') }),
  terminal: (turn, _words, command) => runTerminal(turn, command, false),
  'terminal-kill': (turn, _words, command) => runTerminal(turn, command, true),
  'unknown-request': (turn) => turn.ask('_fake/unknown', { sessionId: turn.session.sessionId, anything: [1, 2] }),
};

/** create, shown in a tool call, output while it runs, wait or kill, output again, release. */
async function runTerminal(
  /** @type {import('./turn.mjs').FakeTurn} */ turn,
  /** @type {string} */ command,
  /** @type {boolean} */ kill,
) {
  const { sessionId, cwd } = turn.session;
  const tool = await openTool(turn, { title: `\`${command}\``, kind: 'execute' });
  const created = await turn.ask('terminal/create', {
    sessionId,
    command: '/bin/sh',
    args: ['-c', command],
    env: [{ name: 'FAKE', value: 'yes' }],
    cwd,
    outputByteLimit: 4096,
  });
  if (!created) return;
  const at = { sessionId, terminalId: created.terminalId };
  await tool.update({ content: [{ type: 'terminal', terminalId: created.terminalId }] });
  await turn.ask('terminal/output', at);
  if (kill) await turn.ask('terminal/kill', at);
  await turn.ask('terminal/wait_for_exit', at);
  await turn.ask('terminal/output', at);
  await turn.ask('terminal/release', at);
  await tool.update({ status: 'completed' });
}
