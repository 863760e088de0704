import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { DemoScript } from './script/demoScript';

export const COMMANDS = [
  'tour',
  'plan',
  'question',
  'permission',
  'edit',
  'run',
  'todos',
  'subtask',
  'image',
  'long',
  'slow',
  'error',
  'crash',
  'help',
] as const;
export type CommandName = (typeof COMMANDS)[number];

/** A prompt, understood: which scene to play, and what stood behind the command. */
export interface Cue {
  command: CommandName | 'chat';
  argument: string;
}

/** The slash commands for the client's menu, names without the slash. */
export function availableCommands(script: DemoScript): AvailableCommand[] {
  return COMMANDS.map((name) => {
    const { description, hint } = script.commands[name];
    return { name, description, input: hint === undefined ? null : { hint } };
  });
}

/**
 * A slash command plays its scene. Free text gets the tour the first time; later the words in it choose a scene, and
 * where none fits the demo says what it is.
 */
export function understand(text: string, isFirst: boolean, script: DemoScript): Cue {
  const trimmed = text.trim();
  const slash = /^\/(\S+)\s*([\s\S]*)$/.exec(trimmed);
  const command = COMMANDS.find((name) => name === slash?.[1]);
  if (command) return { command, argument: slash?.[2]?.trim() ?? '' };
  if (isFirst && !slash) return { command: 'tour', argument: trimmed };
  const spoken = trimmed.toLowerCase();
  const meant = COMMANDS.find((name) => script.words[name].some((word) => spoken.includes(word)));
  return slash || !meant ? { command: 'chat', argument: trimmed } : { command: meant, argument: '' };
}
