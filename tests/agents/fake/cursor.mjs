import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { redSquare } from './speech.mjs';
import { openTool } from './tools.mjs';

export const TODOS = [
  { id: 'read', content: 'Read the code', status: 'completed' },
  { id: 'fix', content: 'Fix the fault', status: 'in_progress' },
  { id: 'test', content: 'Run the tests', status: 'pending' },
];

export const QUESTIONS = [
  {
    id: 'colour',
    prompt: 'Which colour?',
    options: [
      { id: 'red', label: 'Red' },
      { id: 'blue', label: 'Blue' },
    ],
  },
  {
    id: 'parts',
    prompt: 'Which parts?',
    allowMultiple: true,
    options: [
      { id: 'api', label: 'API' },
      { id: 'web', label: 'Web' },
      { id: 'docs', label: 'Docs' },
    ],
  },
];

/**
 * Sends one of Cursor's requests after a tool call, as Cursor does: with an id (without: notify) and without a session id.
 * @param {import('./turn.mjs').FakeTurn} turn
 * @param {string} name
 * @param {object} fields
 * @param {string[]} words
 * @param {string} [kind]
 */
async function extension(turn, name, fields, words, kind = 'other') {
  const has = (/** @type {string} */ word) => words.includes(word);
  const tool = has('stray') ? undefined : await openTool(turn, { title: name, kind, rawInput: { _toolName: name } });
  const prefix = has('underscore') ? '_cursor/' : turn.config.cursorPrefix;
  const whole = {
    toolCallId: tool?.toolCallId ?? 'call_never_seen',
    ...fields,
    ...(has('session') || turn.config.cursorSessionId ? { sessionId: turn.session.sessionId } : {}),
  };
  const params = has('malformed') ? { toolCallId: 7, plan: null, questions: 'none', todos: {} } : whole;
  if (has('notify')) await turn.wire.notify(prefix + name, params);
  else await turn.ask(prefix + name, params);
  await tool?.update({ status: 'completed' });
}

/**
 * A subagent as Cursor tells of it where the client declares `_meta.subagents`: spawned and state on the parent's session,
 * everything between under its own session id. Words: early (updates before it is told of), prints, permission, failed, open (no end).
 * @param {import('./turn.mjs').FakeTurn} turn
 * @param {string[]} words
 */
async function playSubagent(turn, words) {
  const tool = await openTool(turn, {
    title: 'Task: Explore the tabs',
    kind: 'other',
    rawInput: { _toolName: 'task' },
  });
  const state = await playChildren(turn, tool.toolCallId, words);
  if (state !== 'open') await tool.update({ status: 'completed' });
}

/**
 * What a subagent does, between its two ends, under the tool call that started it.
 * @param {import('./turn.mjs').FakeTurn} turn
 * @param {string} ofToolCall
 * @param {string[]} words
 */
export async function playChildren(turn, ofToolCall, words) {
  const has = (/** @type {string} */ word) => words.includes(word);
  const subagentSessionId = `sub-${ofToolCall}`;
  const inside = (/** @type {any} */ update) =>
    turn.wire.notify('session/update', { sessionId: subagentSessionId, update });
  const text = (/** @type {string} */ words) => ({ type: 'text', text: words });
  if (has('early')) await inside({ sessionUpdate: 'agent_thought_chunk', content: text('Before it is told of.') });
  await turn.update({
    sessionUpdate: 'subagent_spawned',
    subagentSessionId,
    name: 'explore',
    task: 'Explore the tabs\n\nFind every tab.',
    capabilities: {},
    _meta: { cursor: { toolCallId: ofToolCall, agentId: 'agent-1', model: 'composer' } },
  });
  await inside({ sessionUpdate: 'agent_message_chunk', content: text('I look ') });
  await turn.say('Meanwhile outside. ');
  await inside({ sessionUpdate: 'agent_message_chunk', content: text('for tabs.') });
  const toolCallId = `${subagentSessionId}-read`;
  await inside({ sessionUpdate: 'tool_call', toolCallId, title: 'Read tabs.ts', kind: 'read', status: 'in_progress' });
  await inside({
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status: 'completed',
    content: [{ type: 'content', content: text('const tabs = 1;') }],
  });
  for (let at = 0; has('prints') && at < 9; at += 1) {
    const data = `${at}: tabs\n`.repeat(2000);
    const _meta = { terminal_output: { terminal_id: toolCallId, data } };
    await inside({ sessionUpdate: 'tool_call_update', toolCallId, _meta });
    await turn.say('Meanwhile outside. ');
  }
  if (has('permission')) {
    const shell = { toolCallId: `${subagentSessionId}-shell`, title: '`rm tabs.ts`', kind: 'execute' };
    await inside({ sessionUpdate: 'tool_call', ...shell, status: 'pending' });
    await turn.ask('session/request_permission', {
      sessionId: subagentSessionId,
      toolCall: { ...shell, status: 'pending' },
      options: [
        { optionId: 'allow-once', name: 'Allow once', kind: 'allow_once' },
        { optionId: 'reject-once', name: 'Reject', kind: 'reject_once' },
      ],
    });
    await inside({ sessionUpdate: 'tool_call_update', toolCallId: shell.toolCallId, status: 'completed' });
  }
  if (!turn.config.cursor) await inside({ sessionUpdate: 'a_new_kind', colour: 'green' });
  if (has('open')) return 'open';
  const state = has('failed') ? 'failed' : 'completed';
  await turn.update({ sessionUpdate: 'subagent_state_update', subagentSessionId, state });
  return state;
}

const PLAN = '# Refactor the tabs\n\nMove **all** tabs into one component.\n\n```ts\nconst tabs = 1;\n```\n';

/** Every kind of line that a plan can have. */
const LONG_PLAN = `# Refactor the tabs

The tabs of the settings and those of the inspector are **two components
that do the same**. This makes them one, without a change that one sees.

## Steps

1. Find what both have: \`Tab\`, \`TabList\`, the keys.
2. Write the common component.
   - Arrow keys walk the tabs, Home and End too.
   - [x] The look is there already.
3. Replace both, the inspector first.

\`\`\`ts
export function Tabs({ label, tabs }: TabsProps) {
  const [current, show] = useState(tabs[0]?.id);

  return <TabList label={label} current={current} onShow={show} />;
}
\`\`\`

| Component | Lines before | Lines after |
|---|---:|---:|
| SettingsTabs | 182 | 12 |
| InspectorTabs | 164 | 9 |

> Nothing else imports either of them.
`;

/** @type {Record<string, import('./turn.mjs').Command>} */
export const cursorCommands = {
  question: (turn, words) => {
    const questions = words.includes('multi') ? QUESTIONS : QUESTIONS.slice(0, 1);
    return extension(turn, 'ask_question', { title: 'Need input', questions }, words, 'think');
  },
  plan: (turn, words) =>
    extension(
      turn,
      'create_plan',
      {
        name: 'Refactor the tabs',
        overview: 'Move the tabs into one component.',
        plan: words.includes('long') ? LONG_PLAN : PLAN,
        todos: [{ id: 'one', content: 'Find all tabs', status: 'pending' }],
        isProject: false,
        phases: [
          { name: 'Prepare', todos: [{ id: 'two', content: 'Write tests', status: 'pending' }] },
          { name: 'Move', todos: [{ id: 'three', content: 'Move the code', status: 'pending' }] },
        ],
      },
      words,
    ),
  canvas: (turn, words) => extension(turn, 'canvas', { title: 'A drawing', shapes: [{ kind: 'box' }] }, words),
  subagent: (turn, words) => playSubagent(turn, words),
  todos: (turn, words) => extension(turn, 'update_todos', { todos: TODOS, merge: false }, words),
  'todos-merge': (turn, words) =>
    extension(
      turn,
      'update_todos',
      {
        todos: [
          { id: 'fix', status: 'TODO_STATUS_COMPLETED' },
          { id: 'test', status: 'inProgress' },
          { id: 'more', title: 'Something more', status: 'pending' },
        ],
        merge: true,
      },
      words,
    ),
  task: (turn, words) =>
    extension(
      turn,
      'task',
      {
        description: 'Explore the tabs',
        prompt: 'Find every tab.',
        // What Cursor really sends, beside its documented string.
        subagentType: { custom: { unspecified: {} } },
        model: 'composer',
        agentId: 'agent-1',
        durationMs: 1500,
      },
      words,
    ),
  genimage: (turn, [path = 'icon.png', ...words]) => {
    const filePath = resolve(turn.session.cwd, path);
    writeFileSync(filePath, redSquare());
    return extension(turn, 'generate_image', { description: 'A red square', filePath }, words);
  },
};
