import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { playChildren, QUESTIONS, TODOS } from './cursor.mjs';
import { readOutcome } from './outcomes.mjs';
import { redSquare } from './speech.mjs';
import { openTool } from './tools.mjs';
import { RpcError } from './wire.mjs';

/** @typedef {import('./turn.mjs').FakeTurn} FakeTurn */

// What the preset "cursor" does where it differs from the fake's plain commands: nothing of an answer is told in words of
// the wire, but what Cursor would do upon it is done.

/**
 * Asks with an id and without a session id; gives the outcome as Cursor reads it.
 * @returns {Promise<any>}
 */
async function ask(/** @type {FakeTurn} */ turn, /** @type {string} */ name, /** @type {object} */ params) {
  const { answer } = turn.wire.request(`${turn.config.cursorPrefix}${name}`, params);
  let outcome;
  try {
    outcome = readOutcome(name, await turn.orCancelled(answer));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    outcome = await refused(turn, name, params, error);
  }
  turn.agent.note({ event: 'outcome', what: name, outcome });
  return outcome;
}

/** A client that does not know a plan has it accepted, one that does not know questions is asked by permissions. */
async function refused(
  /** @type {FakeTurn} */ turn,
  /** @type {string} */ name,
  /** @type {any} */ params,
  /** @type {RpcError} */ error,
) {
  if (error.code !== -32601) return { outcome: 'cancelled' };
  if (name === 'create_plan') return { outcome: 'accepted' };
  if (name !== 'ask_question') return { outcome: 'cancelled' };
  const answers = [];
  for (const question of params.questions) {
    // Those with several answers are dropped.
    if (question.allowMultiple) continue;
    const { answer } = turn.wire.request('session/request_permission', {
      sessionId: turn.session.sessionId,
      toolCall: { toolCallId: params.toolCallId, title: question.prompt, kind: 'think', status: 'pending' },
      options: [
        ...question.options.map((/** @type {any} */ { id, label }) => ({
          optionId: id,
          name: label,
          kind: 'allow_once',
        })),
        { optionId: '__ask_question_skip__', name: 'Skip', kind: 'reject_once' },
      ],
    });
    const chosen = (await turn.orCancelled(answer))?.outcome?.optionId;
    if (chosen && chosen !== '__ask_question_skip__') {
      answers.push({ questionId: question.id, selectedOptionIds: [chosen] });
    }
  }
  return answers.length > 0 ? { outcome: 'answered', answers } : { outcome: 'skipped' };
}

/** Cursor's words for the todos of a tool call, which are not those of its request. */
const inToolCall = (/** @type {any[]} */ todos) =>
  todos.map((todo) => ({ ...todo, status: `TODO_STATUS_${todo.status.toUpperCase()}`, dependencies: [] }));

async function updateTodos(/** @type {FakeTurn} */ turn, /** @type {any[]} */ todos, /** @type {boolean} */ merge) {
  const rawInput = { _toolName: 'updateTodos', todos: inToolCall(todos) };
  const tool = await openTool(turn, { title: 'Update TODOs', kind: 'other', rawInput: { ...rawInput, todos: [] } });
  await tool.update({ rawInput });
  await tool.update({ status: 'completed' });
  await ask(turn, 'update_todos', { toolCallId: tool.toolCallId, todos, merge });
}

const PLAN = '# Refactor the tabs\n\nMove **all** tabs into one component.\n\n```ts\nconst tabs = 1;\n```\n';

/** What the next proposal says of the reason for which the last was rejected: the comments, without what they are about. */
const revised = (/** @type {string} */ reason) => {
  const heard = reason.split('\n').filter((line) => line !== '' && !/^(> |Lines? \d)/.test(line));
  return `# Refactor the tabs of the settings\n\n${heard.map((line, at) => `${at + 1}. ${line}`).join('\n')}\n`;
};

/** @type {Record<string, import('./turn.mjs').Command>} */
export const cursorLikeCommands = {
  question: async (turn, words) => {
    const questions = words.includes('multi') ? QUESTIONS : QUESTIONS.slice(0, 1);
    const tool = await openTool(turn, { title: 'Ask Question', kind: 'think', rawInput: { _toolName: 'askQuestion' } });
    const outcome = await ask(turn, 'ask_question', { toolCallId: tool.toolCallId, title: 'Need input', questions });
    await tool.update({ status: 'completed' });
    if (outcome.outcome !== 'answered') return turn.say(`The question was ${outcome.outcome}. `);
    const labels = outcome.answers.flatMap((/** @type {any} */ { questionId, selectedOptionIds }) => {
      const options = questions.find(({ id }) => id === questionId)?.options ?? [];
      return options.filter(({ id }) => selectedOptionIds.includes(id)).map(({ label }) => label);
    });
    return turn.say(`You chose ${labels.join(', ')}. `);
  },

  // Proposes until it is accepted or rejected without a reason. What stands after it is the work: once accepted the turn
  // ends without doing it, and the next prompt without commands does it, in agent mode.
  plan: async (turn) => {
    let plan = PLAN;
    for (;;) {
      const todos = TODOS.map((todo) => ({ ...todo, status: 'pending' }));
      const tool = await openTool(turn, { title: 'Create Plan', kind: 'other', rawInput: { _toolName: 'createPlan' } });
      const entries = todos.map(({ content, status }) => ({ content, status, priority: 'medium' }));
      await turn.update({ sessionUpdate: 'plan', entries });
      const outcome = await ask(turn, 'create_plan', {
        toolCallId: tool.toolCallId,
        name: plan === PLAN ? 'Refactor the tabs' : 'Refactor the tabs of the settings',
        overview: 'Move the tabs into one component.',
        plan,
        todos,
        isProject: false,
      });
      await tool.update({ status: 'completed' });
      if (outcome.outcome === 'rejected' && outcome.reason) {
        await turn.say('I change the plan. ');
        plan = revised(outcome.reason);
        continue;
      }
      turn.endsAs(outcome.outcome === 'accepted' ? 'planned' : 'stopped');
      return outcome.outcome === 'accepted' ? undefined : turn.say(`The plan was ${outcome.outcome}. `);
    }
  },

  todos: (turn) => updateTodos(turn, TODOS, false),
  'todos-merge': (turn) => {
    const done = TODOS.map(({ id, content }) => ({ id, content, status: 'completed' }));
    return updateTodos(turn, done, true);
  },

  task: async (turn, words) => {
    const started = Date.now();
    const rawInput = { _toolName: 'task', description: 'Explore the tabs', prompt: 'Find every tab.' };
    const tool = await openTool(turn, { title: 'Task: Explore the tabs', kind: 'other', rawInput });
    // Only a client that declares `_meta.subagents` hears of what goes on inside.
    if (turn.config.subagents) await playChildren(turn, tool.toolCallId, words);
    const durationMs = Date.now() - started;
    await tool.update({ status: 'completed', rawOutput: { durationMs, isBackground: false } });
    await ask(turn, 'task', {
      toolCallId: tool.toolCallId,
      description: 'Explore the tabs',
      prompt: 'Find every tab.',
      subagentType: { custom: { unspecified: {} } },
      model: 'composer-2.5',
      agentId: 'agent-1',
      durationMs,
    });
  },

  genimage: async (turn, [path = 'icon.png']) => {
    const filePath = resolve(turn.session.cwd, path);
    writeFileSync(filePath, redSquare());
    const rawInput = { _toolName: 'generateImage', description: 'A red square' };
    const tool = await openTool(turn, { title: 'Generate Image', kind: 'other', rawInput });
    await tool.update({ status: 'completed' });
    await ask(turn, 'generate_image', { toolCallId: tool.toolCallId, description: 'A red square', filePath });
  },

  // Never asked for; not done in plan and ask mode, which are told as every denied tool: completed, without output.
  edit: async (turn, [path = 'out.txt'], rest) => {
    const file = resolve(turn.session.cwd, path);
    const text = rest.slice(path.length).trimStart().replaceAll('\\n', '\n');
    const tool = await openTool(turn, { title: 'Edit File', kind: 'edit', rawInput: {} });
    if (turn.session.mode !== 'agent') {
      await tool.update({ status: 'completed' });
      return;
    }
    const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    writeFileSync(file, text);
    const told = {
      title: `Edit \`${relative(turn.session.cwd, file)}\``,
      rawInput: { path: file },
      locations: [{ path: file }],
    };
    await tool.update(told);
    const diff =
      before === undefined
        ? { oldText: '-- /dev/null', newText: `++ b/${file}\n${text}` }
        : { oldText: before, newText: text };
    await tool.update({ status: 'completed', content: [{ type: 'diff', path: file, ...diff }] });
  },

  permission: async (turn) => {
    const call = { title: '`npm test`', kind: 'execute', rawInput: { command: 'npm test' } };
    const tool = await openTool(turn, { ...call, status: 'pending' });
    const { answer } = turn.wire.request('session/request_permission', {
      sessionId: turn.session.sessionId,
      toolCall: {
        toolCallId: tool.toolCallId,
        title: call.title,
        kind: call.kind,
        status: 'pending',
        content: [{ type: 'content', content: { type: 'text', text: 'Shell allowlist is empty' } }],
      },
      options: [
        { optionId: 'allow-once', name: 'Allow once', kind: 'allow_once' },
        { optionId: 'allow-always', name: 'Allow always', kind: 'allow_always' },
        { optionId: 'reject-once', name: 'Reject', kind: 'reject_once' },
      ],
    });
    const allowed = (await turn.orCancelled(answer))?.outcome?.optionId?.startsWith('allow');
    // A rejected tool is told as one that is done, without a word of output.
    await tool.update({
      status: 'completed',
      ...(allowed ? { rawOutput: { exitCode: 0, stdout: '3 tests passed\n', stderr: '' } } : {}),
    });
  },
};
