import { findTool } from './tools';
import type { ToolCall } from './tools';

/** What the model of every dialect has decided to say. The dialects only differ in how they spell it. */
export interface Answer {
  thought?: string;
  text: string;
  toolCall?: ToolCall;
  /** Pause before each streamed word, in milliseconds. */
  wordDelayMs: number;
}

/** What a dialect has read out of a request. */
export interface Question {
  /** The newest text that the person typed; empty when the request carries only tool results. */
  userText: string;
  /** The newest tool result when the model is asked to go on after a tool. */
  toolResult: string | undefined;
  toolNames: readonly string[];
}

const SLOW_WORDS = 60;
const SLOW_DELAY_MS = 100;
const SHOWN_TOOL_RESULT = 200;

/**
 * The whole mind of the mock: the user's text steers it.
 * RUN <command> · WRITE <path> <text> · PLAN · THINK · SLOW (60 words, 100 ms apart); everything else is greeted.
 * Requests without tools are side jobs of the agent (titles, summaries), so they never become tool calls or slow.
 */
export function decideAnswer(question: Question, wordDelayMs: number): Answer {
  const typed = withoutReminders(question.userText);
  if (question.toolResult !== undefined && typed === '') {
    return { text: `Done. Tool said: ${question.toolResult.slice(0, SHOWN_TOOL_RESULT)}`, wordDelayMs };
  }
  const steered = steer(typed, question.toolNames, wordDelayMs);
  return (
    steered ?? { text: 'Hello from the mock model. This is a fixed answer streamed in several parts.', wordDelayMs }
  );
}

function steer(typed: string, toolNames: readonly string[], wordDelayMs: number): Answer | undefined {
  const run = /\bRUN ([^\n<]+)/.exec(typed);
  if (run?.[1]) {
    const toolCall = findTool('shell', toolNames, { command: run[1].trim() });
    if (toolCall) return { text: 'I will run it. ', toolCall, wordDelayMs };
  }
  const write = /\bWRITE (\S+) ([^\n<]+)/.exec(typed);
  if (write?.[1] && write[2]) {
    const toolCall = findTool('write', toolNames, { path: write[1], text: write[2].trim() });
    if (toolCall) return { text: 'I will write it. ', toolCall, wordDelayMs };
  }
  if (/\bPLAN\b/.test(typed)) {
    const toolCall = findTool('plan', toolNames, {});
    if (toolCall) return { text: 'I will plan. ', toolCall, wordDelayMs };
  }
  if (/\bTHINK\b/.test(typed)) {
    return { thought: 'I am thinking about it in a few words.', text: 'Thought done.', wordDelayMs };
  }
  if (/\bSLOW\b/.test(typed) && toolNames.length > 0) {
    const text = Array.from({ length: SLOW_WORDS }, (_, index) => `word${index}`).join(' ');
    return { text, wordDelayMs: SLOW_DELAY_MS };
  }
  return undefined;
}

/** Agents add their own remarks to what the user typed; a remark must neither steer the mock nor count as typed. */
function withoutReminders(text: string): string {
  return text
    .replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '')
    .replace(/\[Request interrupted by user[^\]]*\]/g, '')
    .trim();
}
