import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a fresh start of the agent finds: folders of its own, and the mock model's address. */
export interface AgentPlace {
  home: string;
  modelUrl: string;
}

/** A real agent of the npm registry, and how it is set up against the mock model (measured, one by one). */
export interface RealAgent {
  id: 'claude' | 'opencode' | 'codex' | 'gemini' | 'copilot';
  name: string;
  spec: string;
  program: string;
  args: readonly string[];
  /** It starts without an account: what its card must offer, and the key that signs in. */
  signedOut?: {
    /** Its own methods, each by its name and where it wants keys the field's. */
    offers: readonly RegExp[];
    variable: string;
  };
  /** Writes the agent's own settings into its home and answers what else its environment must hold. */
  setUp(place: AgentPlace): Record<string, string>;
  /** The buttons of its permission request. */
  allow: string;
  reject: string;
  /** Whether a rejected tool is told as a tool call; else the request is all that there is of it. */
  tellsRejectedTool: boolean;
  /** Modes to go through before the first prompt, by name; the last is the one in which it asks. */
  modes: readonly string[];
  /** How it goes on with a session after a restart. */
  takesUpBy: 'session/resume' | 'session/load';
  /** It can do both: once more without saying that it resumes. */
  loadsToo?: true;
  /**
   * It names a session's file by the minute, and one that is loaded in the minute of its beginning overwrites its own
   * history ("No previous sessions found for this project").
   */
  forgetsWithinTheMinute?: true;
}

export const realAgents: readonly RealAgent[] = [
  {
    id: 'claude',
    name: 'Claude',
    spec: '@zed-industries/claude-agent-acp@0.23.1',
    program: 'claude-agent-acp',
    args: [],
    setUp: ({ modelUrl }) => ({
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'mock-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_ERROR_REPORTING: '1',
      // Said by the sandbox that the tests may run in; the agent then asks for a bypass that it refuses to root.
      IS_SANDBOX: '',
    }),
    allow: 'Allow',
    reject: 'Reject',
    tellsRejectedTool: true,
    modes: ['Accept Edits', 'Default'],
    takesUpBy: 'session/resume',
    loadsToo: true,
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    spec: 'opencode-ai@1.18.33',
    program: 'opencode',
    args: ['acp'],
    setUp: ({ home, modelUrl }) => {
      writeJson(join(home, '.config', 'opencode', 'opencode.json'), {
        provider: {
          mock: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Mock',
            options: { baseURL: `${modelUrl}/v1`, apiKey: 'mock-key' },
            models: { 'mock-model': { name: 'Mock', limit: { context: 100_000, output: 8_000 } } },
          },
        },
        model: 'mock/mock-model',
        small_model: 'mock/mock-model',
        permission: { bash: 'ask', edit: 'ask' },
        autoupdate: false,
      });
      return {
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      };
    },
    allow: 'Allow once',
    reject: 'Reject',
    tellsRejectedTool: true,
    modes: [],
    takesUpBy: 'session/resume',
  },
  {
    id: 'codex',
    name: 'Codex',
    spec: '@zed-industries/codex-acp@0.16.0',
    program: 'codex-acp',
    args: [],
    setUp: ({ home, modelUrl }) => {
      const codexHome = join(home, '.codex');
      mkdirSync(codexHome, { recursive: true });
      const config = [
        'model = "mock-model"',
        'approval_policy = "on-request"',
        'sandbox_mode = "read-only"',
        // Its own provider, since that alone wants an account.
        `openai_base_url = "${modelUrl}/v1"`,
      ];
      writeFileSync(join(codexHome, 'config.toml'), `${config.join('\n')}\n`);
      return { CODEX_HOME: codexHome, CODEX_API_KEY: '', OPENAI_API_KEY: '' };
    },
    signedOut: {
      offers: [/^Login with ChatGPT/, /^Use CODEX_API_KEY.*CODEX_API_KEY/s, /^Use OPENAI_API_KEY.*OPENAI_API_KEY/s],
      variable: 'OPENAI_API_KEY',
    },
    allow: 'Yes, proceed',
    reject: 'No, and tell Codex what to do differently',
    tellsRejectedTool: false,
    modes: [],
    takesUpBy: 'session/resume',
  },
  {
    id: 'gemini',
    name: 'Gemini',
    spec: '@google/gemini-cli@0.61.0',
    program: 'gemini',
    args: ['--acp'],
    setUp: ({ home, modelUrl }) => {
      // With the model's address alone it takes itself for signed in, until the first prompt.
      writeJson(join(home, '.gemini', 'settings.json'), { security: { auth: { selectedType: 'gemini-api-key' } } });
      return { GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: '', GOOGLE_API_KEY: '' };
    },
    signedOut: {
      offers: [
        /^Log in with Google/,
        /^Gemini API key.*GEMINI_API_KEY/s,
        /^Vertex AI.*GOOGLE_API_KEY/s,
        /^AI API Gateway/,
      ],
      variable: 'GEMINI_API_KEY',
    },
    allow: 'Allow',
    reject: 'Reject',
    tellsRejectedTool: false,
    modes: [],
    takesUpBy: 'session/load',
    forgetsWithinTheMinute: true,
  },
  {
    id: 'copilot',
    name: 'Copilot',
    spec: '@github/copilot@1.0.102',
    program: 'copilot',
    args: ['--acp'],
    setUp: ({ modelUrl }) => ({
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'mock-key',
      COPILOT_MODEL: 'mock-model',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    allow: 'Allow once',
    reject: 'Deny',
    tellsRejectedTool: true,
    modes: [],
    takesUpBy: 'session/load',
  },
];

/** A home of its own, so that nothing of the person's own agents is read or written. */
export function freshHome(home: string): Record<string, string> {
  const folders = {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  // The model is on this machine, whatever proxy the person goes through.
  return { ...folders, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify(value, null, 2));
}
