import { forgetCursorChoice } from './cursorOptions.mjs';
import { configOptions } from './options.mjs';

/** @type {Record<string, import('./turn.mjs').Command>} */
export const stateCommands = {
  commands: (turn, words) =>
    turn.update({
      sessionUpdate: 'available_commands_update',
      availableCommands: words.map((name) => ({ name, description: `Does ${name}` })),
    }),
  mode: (turn, [id]) => {
    turn.session.mode = id;
    return turn.update({ sessionUpdate: 'current_mode_update', currentModeId: id });
  },
  config: (turn) =>
    turn.update({ sessionUpdate: 'config_option_update', configOptions: configOptions(turn.session, turn.config) }),
  // As when another process of the same account chose something else.
  'reset-options': (turn) => {
    forgetCursorChoice();
    Object.assign(turn.session.values, { model: 'composer', effort: 'medium', fast: false });
  },
  title: (turn, _words, title) => {
    turn.session.title = title;
    return turn.update({ sessionUpdate: 'session_info_update', title });
  },
  usage: (turn, [used, size, cost]) =>
    turn.update({
      sessionUpdate: 'usage_update',
      used: Number(used),
      ...(size ? { size: Number(size) } : {}),
      ...(cost ? { cost: { amount: Number(cost), currency: 'EUR' } } : {}),
    }),
  planlist: (turn) =>
    turn.update({
      sessionUpdate: 'plan',
      entries: [
        { content: 'Read code', priority: 'high', status: 'completed' },
        { content: 'Write fix', priority: 'medium', status: 'in_progress' },
        { content: 'Run tests', priority: 'low', status: 'pending' },
      ],
    }),
  notice: (turn) =>
    turn.update({
      sessionUpdate: 'notice',
      severity: 'warning',
      title: 'Almost full',
      description: 'Little room is left',
    }),
  usertext: (turn, _words, text) =>
    turn.update({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text } }),
  'unknown-update': (turn) => turn.update({ sessionUpdate: 'weather_update', forecast: 'rain' }),
  'unknown-content': (turn) =>
    turn.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'hologram', data: 'beam' } }),
  'unknown-notification': async (turn) => {
    await turn.wire.notify('_auth/status_update', { status: 'signed in' });
    await turn.wire.notify('craft/drainMidTurnQueue', { sessionId: turn.session.sessionId });
  },
  malformed: async (turn) => {
    const { sessionId } = turn.session;
    await turn.wire.notify('session/update', { sessionId });
    await turn.wire.notify('session/update', { sessionId, update: { sessionUpdate: 'tool_call', toolCallId: 5 } });
    await turn.wire.notify('session/update', { sessionId, update: 'text' });
  },
  stranger: (turn, _words, text) =>
    turn.wire.notify('session/update', {
      sessionId: 'fake-nobody-knows',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    }),
  interleave: async (turn, [count]) => {
    const sessions = [...turn.agent.sessions.open.values()];
    for (let at = 0; at < (Number(count) || 10); at += 1) {
      for (const session of sessions) {
        const content = { type: 'text', text: `${session.sessionId}#${at} ` };
        await turn.agent.update(session, { sessionUpdate: 'agent_message_chunk', content });
      }
    }
  },
};
