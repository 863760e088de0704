import { RequestError } from '@agentclientprotocol/sdk';
import type { StopReason } from '@agentclientprotocol/sdk';
import type { Turn } from '../turn';
import { playFailure } from './failureScene';

/** JSON-RPC's internal error and ACP's "authentication required". */
const INTERNAL_ERROR = -32603;
const AUTH_REQUIRED = -32000;

/** Fails in the way that was asked for; without an argument the prompt is answered with a JSON-RPC error. */
export async function playError(turn: Turn, kind: string): Promise<StopReason> {
  const { errors } = turn.script;
  switch (kind) {
    case '':
    case 'rpc':
      await turn.say(errors.before);
      throw new RequestError(INTERNAL_ERROR, errors.internal, { scripted: true });
    case 'auth':
      throw new RequestError(AUTH_REQUIRED, errors.authentication);
    case 'text':
      // Cursor writes its errors as the last text of a turn that then ends as if all were well.
      await turn.say(errors.before);
      await turn.say('Error: ConnectError: [unavailable] the demo line is down');
      return 'end_turn';
    case 'refusal':
      await turn.say(errors.refusal);
      return 'refusal';
    case 'limit':
      await turn.say(errors.limit);
      return 'max_tokens';
    case 'tool':
      await playFailure(turn);
      return 'end_turn';
    default:
      await turn.say(errors.menu);
      return 'end_turn';
  }
}

/** Ends the worker in the middle of the turn, after some last words on stderr. */
export async function playCrash(turn: Turn): Promise<never> {
  await turn.say(turn.script.crash.before);
  await turn.session.save();
  process.stderr.write(`${turn.script.crash.lastWords}\n`);
  process.exit(7);
}
