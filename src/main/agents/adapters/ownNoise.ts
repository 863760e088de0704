import type { SessionUpdate } from '@shared/acp/update';
import { usageInMeta } from './usageInMeta';

/**
 * Agents replay what they wrote into the conversation for themselves (commands, context for the model) as if the person
 * had said it (real-agents.md). Such a chunk keeps its place and loses its text, so it adds nothing and opens nothing.
 * `noise` has to match the whole of it: whoever only quotes it still said it.
 */
export function withoutOwnNoise(noise: readonly RegExp[]): (update: SessionUpdate) => SessionUpdate {
  return (update) => {
    if (update.sessionUpdate !== 'user_message_chunk' || update.content.type !== 'text') return usageInMeta(update);
    const text = update.content.text.trim();
    if (!noise.some((pattern) => pattern.test(text))) return update;
    return { ...update, content: { ...update.content, text: '' } };
  };
}
