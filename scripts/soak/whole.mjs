import { agentText, digestOf, messagesOf, withStore } from '../bench/profile/storedText.mjs';

/**
 * Compares every transcript in the store with what was said: what was there before, what the streams said, and what
 * errands were told. Gives the titles of those that differ.
 */
export function differingTranscripts(home, { sessions, streams, filled }, work, told) {
  const isStream = new Set(streams.map(({ sessionId }) => sessionId));
  return withStore(home, (database) =>
    sessions
      .filter(({ sessionId, items }) => {
        const messages = messagesOf(database, sessionId);
        if (isStream.has(sessionId)) return !isWholeStream(messages, work);
        const old = messages.filter(({ ordinal }) => ordinal < items);
        const since = messages.filter(({ ordinal }) => ordinal >= items).map(({ role, text }) => ({ role, text }));
        const expected = told.get(sessionId) ?? [];
        return digestOf(old) !== filled.digests[sessionId] || JSON.stringify(since) !== JSON.stringify(expected);
      })
      .map(({ title }) => title),
  );
}

function isWholeStream(messages, { prompt, turns, text }) {
  const prompts = messages.filter(({ role }) => role === 'user');
  return prompts.length === turns && prompts.every((one) => one.text === prompt) && agentText(messages) === text;
}
