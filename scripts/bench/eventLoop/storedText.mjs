import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

/** What each session's agent said, whole, as it lies in the store of a profile that nobody uses now. */
export function agentTexts(home) {
  const database = new DatabaseSync(join(home, 'signalbox.db'), { readOnly: true });
  const rows = database
    .prepare(`select session_id as sessionId, json from item where kind = 'message' order by session_id, ordinal`)
    .all();
  database.close();
  const texts = new Map();
  for (const { sessionId, json } of rows) {
    const { role, content } = JSON.parse(json);
    if (role !== 'agent') continue;
    texts.set(sessionId, (texts.get(sessionId) ?? '') + content.map((block) => block.text).join(''));
  }
  return [...texts.values()];
}
