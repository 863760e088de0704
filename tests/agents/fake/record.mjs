import { appendFileSync } from 'node:fs';

/** Appends one line to the log, at once and whole, so that even a killed agent has told everything. */
export function record(/** @type {object} */ entry) {
  const file = process.env.FAKE_AGENT_LOG;
  if (file) appendFileSync(file, `${JSON.stringify({ pid: process.pid, at: Date.now(), ...entry })}\n`);
}
