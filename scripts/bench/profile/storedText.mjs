import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

/** Calls `work` with the store of a profile that nobody uses now. */
export function withStore(home, work) {
  const database = new DatabaseSync(join(home, 'signalbox.db'), { readOnly: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** What was said in a session, as it lies in the store. */
export function messagesOf(database, sessionId) {
  return database
    .prepare(`select ordinal, json from item where session_id = ? and kind = 'message' order by ordinal`)
    .all(sessionId)
    .map(({ ordinal, json }) => {
      const { role, content } = JSON.parse(json);
      return { ordinal, role, text: content.map((block) => block.text).join('') };
    });
}

/** One word for all that was said: of a stored session, and of what fill.ts wrote. */
export function digestOf(messages) {
  const digest = createHash('sha256');
  for (const { role, text } of messages) digest.update(`${role}\n${text}\n`);
  return digest.digest('hex');
}

/** What each session's agent said, whole. */
export const agentTexts = (home) =>
  withStore(home, (database) =>
    database
      .prepare('select id from session')
      .all()
      .map(({ id }) => agentText(messagesOf(database, id))),
  );

export const agentText = (messages) =>
  messages
    .filter(({ role }) => role === 'agent')
    .map(({ text }) => text)
    .join('');
