import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { redSquare } from './speech.mjs';
import { openTool } from './tools.mjs';

const TODOS = [
  { id: 'read', content: 'Read the code', status: 'completed' },
  { id: 'fix', content: 'Fix the fault', status: 'in_progress' },
  { id: 'test', content: 'Run the tests', status: 'pending' },
];

const QUESTIONS = [
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
 * Sends one of Cursor's requests after a tool call, as Cursor does: with an id and without a session id.
 * @param {import('./turn.mjs').FakeTurn} turn
 * @param {string} name
 * @param {object} params
 * @param {string[]} words
 * @param {string} [kind]
 */
async function extension(turn, name, params, words, kind = 'other') {
  const has = (/** @type {string} */ word) => words.includes(word);
  const tool = has('stray') ? undefined : await openTool(turn, { title: name, kind, rawInput: { _toolName: name } });
  const prefix = has('underscore') ? '_cursor/' : turn.config.cursorPrefix;
  const whole = {
    toolCallId: tool?.toolCallId ?? 'call_never_seen',
    ...params,
    ...(has('session') || turn.config.cursorSessionId ? { sessionId: turn.session.sessionId } : {}),
  };
  await turn.ask(prefix + name, has('malformed') ? { toolCallId: 7, plan: null, questions: 'none', todos: {} } : whole);
  await tool?.update({ status: 'completed' });
}

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
        plan: '# Refactor the tabs\n\nMove **all** tabs into one component.\n\n```ts\nconst tabs = 1;\n```\n',
        todos: [{ id: 'one', content: 'Find all tabs', status: 'pending' }],
        isProject: false,
        phases: [
          { name: 'Prepare', todos: [{ id: 'two', content: 'Write tests', status: 'pending' }] },
          { name: 'Move', todos: [{ id: 'three', content: 'Move the code', status: 'pending' }] },
        ],
      },
      words,
    ),
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
