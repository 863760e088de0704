import { fieldsOf, optionalNumber } from '@shared/acp/lenient';
import type { SessionUpdate } from '@shared/acp/update';

/**
 * Agents of the Qwen Code family tell what the last request used in `_meta.usage` of an empty text chunk instead of a
 * `usage_update`: its total is what the context holds now.
 */
export function usageInMeta(update: SessionUpdate): SessionUpdate {
  if (update.sessionUpdate !== 'agent_message_chunk' || update.meta === undefined) return update;
  // A chunk that says something is what it says, whatever it carries besides.
  if (update.content.type !== 'text' || update.content.text !== '') return update;
  const used = optionalNumber(fieldsOf(update.meta['usage'])['totalTokens']);
  return used === undefined ? update : { sessionUpdate: 'usage_update', used };
}
