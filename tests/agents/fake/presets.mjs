/**
 * `preset: "cursor"`: the scripted agent as `agent acp` of Cursor's CLI is (facts: cursor-acp.md). Beside these settings it
 * sets `cursor`, by which the rest of the fake behaves as Cursor does: its models and their parameters (cursorOptions.mjs),
 * its tools and extension requests, whose outcomes it reads strictly (cursorLike.mjs, outcomes.mjs), no message ids, no
 * update that Cursor never sends, a replay under ids of its own, and a process that outlives its stdin after a prompt.
 *
 * @type {Record<string, Record<string, unknown>>} */
export const PRESETS = {
  cursor: {
    cursor: true,
    ignoreStdinEnd: 'afterPrompt',
    agentInfo: null,
    version: '2026.10.01',
    capabilities: {
      loadSession: true,
      mcpCapabilities: { http: true, sse: true },
      promptCapabilities: { audio: false, embeddedContext: false, image: true },
      sessionCapabilities: { list: {} },
    },
    lacks: ['session/close', 'session/delete', 'session/fork', 'logout'],
    authMethods: [
      {
        id: 'cursor_login',
        name: 'Cursor Login',
        description: "Authenticate with your Cursor account. Run 'agent login' first to skip this step.",
      },
    ],
    authEnv: 'CURSOR_API_KEY',
    sessions: 'load',
    unknownSession: -32602,
    replayIds: 'cursor',
    loadResult: 'full',
    commands: 'late',
    lateMs: 500,
    setMode: 'before',
    options: 'cursor',
    booleans: false,
  },
};
