import type { PermissionOptionKind } from '@agentclientprotocol/sdk';
import type { CommandName } from '../commands';
import type { Choices } from '../options';
import type { Tea } from '../teaTimer';

interface Named {
  name: string;
  description: string;
}

/** Everything that the demo agent says, once in each language. */
export interface DemoScript {
  agentTitle: string;
  modes: Record<Choices['mode'], Named>;
  models: Record<Choices['model'], Named>;
  efforts: Record<Choices['effort'], string>;
  options: {
    mode: string;
    model: string;
    effort: string;
    fast: string;
    fastDescription: string;
    on: string;
    off: string;
  };
  commands: Record<CommandName, { description: string; hint?: string }>;
  /** Lower-case words in free text that call for a scene. */
  words: Record<CommandName, readonly string[]>;
  permissionOptions: Record<PermissionOptionKind, string>;
  thoughts: readonly [string, string, string, string];
  tour: {
    intro: string;
    elsewhere(folder: string): string;
    findings(teas: readonly Tea[], code: string): string;
    nextAnEdit(tea: Tea): string;
    readOnly: string;
    beforePlan: string;
    beforeQuestion: string;
    closing: string;
    todos: { look: string; edit: string; test: string; plan: string };
  };
  tools: {
    read(name: string): string;
    searched(words: string): string;
    edit(name: string): string;
    todos: string;
    plan: string;
    question: string;
    task(description: string): string;
    image: string;
    failing: string;
  };
  edit: {
    reason(tea: Tea): string;
    done(tea: Tea): string;
    unchanged: string;
    rejected: string;
    rejectedBefore: string;
    readOnlyMode: string;
  };
  run: { before: string; scripted: string; after: string };
  permission: {
    before: string;
    command: string;
    reason: string;
    answer: Record<PermissionOptionKind | 'cancelled', string>;
  };
  plan: {
    before: string;
    name: string;
    overview: string;
    markdown: string;
    phases: readonly { name: string; steps: readonly string[] }[];
    lastStep: string;
    accepted: string;
    finished: string;
    rejected(reason: string | undefined): string;
    cancelled: string;
  };
  question: {
    title: string;
    signal: { prompt: string; bell: string; banner: string; both: string };
    next: { prompt: string; subtask: string; image: string; failure: string };
    answered(choices: readonly string[]): string;
    nothing: string;
    skipped(reason: string | undefined): string;
    cancelled: string;
  };
  todos: { before: string; after: string; items: readonly [string, string, string, string] };
  subtask: { before: string; description: string; prompt: string; result: string; after: string };
  image: { before: string; description: string; after(inProject: boolean): string };
  failure: { before: string; output: string; after: string };
  errors: {
    /** How to ask for each; shown with `/error help`. */
    menu: string;
    before: string;
    internal: string;
    authentication: string;
    refusal: string;
    limit: string;
  };
  crash: { before: string; lastWords: string };
  long: { title: string; section(number: number): string; end: string };
  slow: { before: string; comma: string; words: readonly string[]; after: string };
  chat(text: string): string;
  help: string;
}
