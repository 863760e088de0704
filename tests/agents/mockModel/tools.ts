/** A call of a tool that the agent offered. `input` is the arguments object in that tool's own spelling. */
export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
}

interface Wish {
  command?: string;
  path?: string;
  text?: string;
}

type Spell = (wish: Wish) => Record<string, unknown>;

const described: Spell = ({ command }) => ({ command, description: 'Mock shell call' });
const approved: Spell = ({ command }) => ({ command, description: 'Mock shell call', requires_approval: true });
const filePath: Spell = ({ path, text }) => ({ file_path: path, content: text });
const plainPath: Spell = ({ path, text }) => ({ path, content: text });

const STEPS = [
  { title: 'Read code', status: 'completed' },
  { title: 'Write fix', status: 'in_progress' },
  { title: 'Run tests', status: 'pending' },
] as const;

/**
 * The tools of the agents that run against the mock (see docs of each: Claude Code, OpenCode, Codex, Gemini CLI, Copilot,
 * pi), each with its own spelling of the arguments. The first name that the agent offers is taken.
 */
const SPELLINGS: Record<'shell' | 'write' | 'plan', Record<string, Spell>> = {
  shell: {
    Bash: described,
    bash: described,
    shell: ({ command }) => ({ command: ['bash', '-lc', command] }),
    shell_command: approved,
    exec_command: ({ command }) => ({
      cmd: command,
      login: false,
      sandbox_permissions: 'require_escalated',
      justification: 'Mock wants to run this',
    }),
    run_shell_command: ({ command }) => ({ command, description: 'Mock shell call', is_background: false }),
    execute_command: approved,
    run_commands: ({ command }) => ({ commands: [command] }),
    local_shell: approved,
    Shell: approved,
  },
  write: {
    Write: filePath,
    write: ({ path, text }) => ({ filePath: path, path, content: text }),
    write_file: filePath,
    create: ({ path, text }) => ({ path, file_text: text }),
    write_to_file: plainPath,
    apply_patch: ({ path, text }) => ({
      input: `*** Begin Patch\n*** Add File: ${path}\n+${text}\n*** End Patch`,
    }),
    editor: ({ path, text }) => ({ command: 'create', path, file_text: text }),
  },
  plan: {
    TodoWrite: () => ({
      todos: STEPS.map(({ title, status }) => ({ content: title, status, activeForm: title })),
    }),
    todowrite: () => ({
      todos: STEPS.map(({ title, status }, index) => ({ id: `${index}`, content: title, status, priority: 'medium' })),
    }),
    update_plan: () => ({ plan: STEPS.map(({ title, status }) => ({ step: title, status })) }),
    todo_write: () => ({
      todos: STEPS.map(({ title, status }, index) => ({ id: `${index}`, content: title, status })),
    }),
    write_todos: () => ({ todos: STEPS.map(({ title, status }) => ({ description: title, status })) }),
    update_todo: () => ({
      todos: STEPS.map(({ title, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${title}`).join('\n'),
    }),
    TaskCreate: () => ({ subject: 'Read code', description: 'Read code', activeForm: 'Reading' }),
  },
};

/** The call that grants the wish with a tool that the agent offers, or undefined when it offers none. */
export function findTool(
  want: 'shell' | 'write' | 'plan',
  offered: readonly string[],
  wish: Wish,
): ToolCall | undefined {
  for (const [name, spell] of Object.entries(SPELLINGS[want])) {
    if (offered.includes(name)) return { name, input: spell(wish) };
  }
  return undefined;
}
