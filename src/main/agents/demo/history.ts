import type { SessionUpdate } from '@agentclientprotocol/sdk';

/**
 * Adds one update to a session's stored history, which `session/load` replays: chunks of one message are joined and
 * updates of a tool call are folded into it, so that a replay is short and exact. State (mode, options, usage, commands)
 * is not history: it is sent afresh.
 */
export function remember(history: SessionUpdate[], update: SessionUpdate): void {
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk': {
      const last = history.at(-1);
      if (
        last?.sessionUpdate === update.sessionUpdate &&
        last.messageId === update.messageId &&
        last.content.type === 'text' &&
        update.content.type === 'text'
      ) {
        const text = last.content.text + update.content.text;
        history[history.length - 1] = { ...last, content: { ...last.content, text } };
      } else {
        history.push(update);
      }
      break;
    }
    case 'tool_call':
      history.push(update);
      break;
    case 'tool_call_update': {
      const at = history.findLastIndex(
        (past) => past.sessionUpdate === 'tool_call' && past.toolCallId === update.toolCallId,
      );
      const call = history[at];
      if (call?.sessionUpdate !== 'tool_call') break;
      history[at] = {
        ...call,
        title: update.title ?? call.title,
        kind: update.kind ?? call.kind,
        status: update.status ?? call.status,
        content: update.content ?? call.content,
        locations: update.locations ?? call.locations,
        rawInput: update.rawInput ?? call.rawInput,
        rawOutput: update.rawOutput ?? call.rawOutput,
      };
      break;
    }
    default:
      break;
  }
}
