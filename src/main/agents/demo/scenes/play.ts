import type { StopReason } from '@agentclientprotocol/sdk';
import type { Cue } from '../commands';
import type { Turn } from '../turn';
import { playEdit } from './editScene';
import { playCrash, playError } from './errorScene';
import { playImage } from './imageScene';
import { playPermission } from './permissionScene';
import { playPlan } from './planScene';
import { playQuestion } from './questionScene';
import { playRun } from './runScene';
import { playLong, playSlow } from './speechScenes';
import { playSubtask } from './subtaskScene';
import { playTodos } from './todoScene';
import { playTour } from './tour';

/** Plays the scene that the prompt called for; its stop reason. */
export async function play(turn: Turn, { command, argument }: Cue): Promise<StopReason> {
  switch (command) {
    case 'tour':
      await playTour(turn);
      break;
    case 'plan':
      await playPlan(turn);
      break;
    case 'question':
      await playQuestion(turn);
      break;
    case 'permission':
      await playPermission(turn);
      break;
    case 'edit':
      await playEdit(turn);
      break;
    case 'run':
      await playRun(turn);
      break;
    case 'todos':
      await playTodos(turn);
      break;
    case 'subtask':
      await playSubtask(turn);
      break;
    case 'image':
      await playImage(turn);
      break;
    case 'long':
      await playLong(turn, argument);
      break;
    case 'slow':
      await playSlow(turn);
      break;
    case 'error':
      return playError(turn, argument);
    case 'crash':
      return playCrash(turn);
    case 'help':
      await turn.say(turn.script.help);
      break;
    case 'chat':
      await turn.say(turn.script.chat(argument));
      break;
  }
  return 'end_turn';
}
