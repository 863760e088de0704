import { readFileSync } from 'node:fs';
import { RpcError } from './wire.mjs';

/**
 * One step of a scene: an update of the session, one inside a subagent's session, a request whose answer is waited for, a
 * line as in a prompt, a file that is waited for, or an error that ends the turn.
 * @typedef {{update?: object, inside?: string, ask?: string, params?: object, line?: string, until?: string,
 *   fail?: string}} Step
 */

/** The steps that the prompt is answered with, where the config names a file that has them. @returns {Step[] | undefined} */
export function sceneOf(/** @type {import('./config.mjs').Config} */ config, /** @type {string} */ prompt) {
  if (config.scenes === undefined) return undefined;
  const scenes = JSON.parse(readFileSync(config.scenes, 'utf8'));
  return Object.hasOwn(scenes, prompt) ? scenes[prompt] : undefined;
}

export async function playScene(/** @type {import('./turn.mjs').FakeTurn} */ turn, /** @type {Step[]} */ steps) {
  const { sessionId } = turn.session;
  for (const { update, inside, ask, params, line, until, fail } of steps) {
    turn.check();
    if (fail !== undefined) throw new RpcError(-32603, fail);
    if (until !== undefined) await turn.run(`!until ${until}`);
    else if (line !== undefined) await turn.run(line);
    else if (ask !== undefined) {
      const { answer } = turn.wire.request(ask, ask.startsWith('session/') ? { sessionId, ...params } : (params ?? {}));
      await turn.orCancelled(answer);
    } else if (inside === undefined) await turn.update(update);
    else await turn.wire.notify('session/update', { sessionId: inside, update });
  }
}
