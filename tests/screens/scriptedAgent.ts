import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentSetting, fakeAgent } from '../e2e/settings';

/** An agent that answers each of these prompts with its steps, with the models and the requests of Cursor. */
export function scriptedAgent(
  folder: string,
  all: readonly { prompt: string; steps: readonly object[] }[],
): AgentSetting {
  const file = join(folder, 'scenes.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(all.map(({ prompt, steps }) => [prompt, steps]))));
  // A home of its own: whoever runs this may have MCP servers for Cursor.
  const person = join(folder, 'person');
  mkdirSync(person, { recursive: true });
  return fakeAgent(folder, {
    name: 'Cursor',
    adapter: 'cursor',
    // Its models and requests, without its limits: it is to show also what Cursor never sends.
    config: { preset: 'cursor', cursor: false, ignoreStdinEnd: false, scenes: file },
    env: { HOME: person, CURSOR_API_KEY: 'none' },
  }).setting;
}
