import { mkdir, mkdtemp, readFile, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { RequestError, client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import type {
  ClientConnection,
  NewSessionResponse,
  PermissionOptionKind,
  PromptRequest,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from '@agentclientprotocol/sdk';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startDemoAgent } from './demoAgent';
import type { RunningDemoAgent } from './demoAgent';
import { demoProjectFolder, ensureDemoProject } from './scratchProject';
import type { DemoSettings } from './settings';

let built: string;
let workerFile: string;

beforeAll(async () => {
  // Under node_modules, so that the built worker finds the packages that it leaves outside.
  const cache = resolve('node_modules/.cache');
  await mkdir(cache, { recursive: true });
  built = await mkdtemp(join(cache, 'demo-worker-'));
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': resolve('src/shared') } },
    build: {
      ssr: resolve('src/main/agents/demo/worker.ts'),
      outDir: built,
      target: 'node20.18',
      rollupOptions: { output: { entryFileNames: 'demoAgent.mjs' } },
    },
  });
  workerFile = join(built, 'demoAgent.mjs');
}, 60_000);
afterAll(() => rm(built, { recursive: true, force: true }));

/** The demo on one end, the official SDK's client on the other. */
class Rig {
  readonly updates: { sessionId: string; update: SessionUpdate }[] = [];
  readonly asked: { method: string; params: Record<string, unknown> }[] = [];
  permission: PermissionOptionKind | 'cancelled' | 'wait' = 'allow_once';
  answers: Record<string, unknown> = {
    'cursor/ask_question': {
      outcome: {
        outcome: 'answered',
        answers: [
          { questionId: 'signal', selectedOptionIds: ['bell'] },
          { questionId: 'next', selectedOptionIds: ['subtask', 'image'] },
        ],
      },
    },
    'cursor/create_plan': { outcome: { outcome: 'accepted' } },
  };
  readonly #watchers = new Set<() => void>();
  readonly running: RunningDemoAgent;
  readonly connection: ClientConnection;

  constructor(settings: DemoSettings) {
    this.running = startDemoAgent({ workerFile, ...settings });
    const record = (params: unknown): Record<string, unknown> => Object(params);
    this.connection = client({ name: 'test' })
      .onNotification(methods.client.session.update, ({ params }) => {
        this.updates.push(params);
        this.#changed();
      })
      .onRequest(methods.client.session.requestPermission, ({ params }) => this.#permit(params))
      .onRequest('*', ({ method, params }) => {
        this.asked.push({ method, params: record(params) });
        this.#changed();
        const answer = this.answers[method];
        if (answer instanceof RequestError) throw answer;
        return answer ?? { outcome: { outcome: 'accepted' } };
      })
      .connect(ndJsonStream(Writable.toWeb(this.running.stdin), Readable.toWeb(this.running.stdout)));
  }

  async #permit(params: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    this.asked.push({ method: 'session/request_permission', params: { ...params } });
    this.#changed();
    if (this.permission === 'wait') await new Promise(() => undefined);
    const option = params.options.find(({ kind }) => kind === this.permission);
    return { outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } };
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }

  /** Waits for the agent to have sent something that fits. */
  async until(fits: () => boolean): Promise<void> {
    if (fits()) return;
    await new Promise<void>((done) => {
      const watcher = (): void => {
        if (!fits()) return;
        this.#watchers.delete(watcher);
        done();
      };
      this.#watchers.add(watcher);
    });
  }

  async open(cwd: string): Promise<NewSessionResponse> {
    await this.initialize();
    return this.connection.agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
  }

  initialize(): Promise<unknown> {
    return this.connection.agent.request(methods.agent.initialize, {
      protocolVersion: 1,
      clientCapabilities: { session: { configOptions: { boolean: {} } } },
    });
  }

  async prompt(sessionId: string, words: string): Promise<string> {
    const request: PromptRequest = { sessionId, prompt: [{ type: 'text', text: words }] };
    const { stopReason } = await this.connection.agent.request(methods.agent.session.prompt, request);
    return stopReason;
  }

  said(sessionId: string): string {
    return this.updates
      .filter((sent) => sent.sessionId === sessionId)
      .map(({ update }) =>
        update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? update.content.text : '',
      )
      .join('');
  }

  kinds(): Set<string> {
    return new Set(this.updates.map(({ update }) => update.sessionUpdate));
  }

  methods(): string[] {
    return this.asked.map(({ method }) => method);
  }
}

let home: string;
const rigs: Rig[] = [];
async function rig(settings: Partial<DemoSettings> = {}): Promise<Rig> {
  home = settings.home ?? (await mkdtemp(join(await realpath(tmpdir()), 'signalbox-demo-home-')));
  const started = new Rig({ home, locale: 'en', speed: 0, ...settings });
  rigs.push(started);
  return started;
}
afterEach(async () => {
  for (const { running } of rigs.splice(0)) await running.terminate();
  await rm(home, { recursive: true, force: true });
});

const teas = (folder: string): Promise<string> => readFile(join(folder, 'src/teas.ts'), 'utf8');

describe('the demo agent', () => {
  it('plays the whole tour to a first prompt of any words', async () => {
    const demo = await rig();
    const cwd = await ensureDemoProject(home);
    const { sessionId, modes, configOptions } = await demo.open(cwd);
    expect(modes?.availableModes.map(({ id }) => id)).toEqual(['agent', 'plan', 'ask']);
    expect(configOptions?.map(({ id }) => id)).toEqual(['mode', 'model', 'effort']);

    expect(await demo.prompt(sessionId, 'hello there')).toBe('end_turn');
    const said = demo.said(sessionId);
    expect(said).toContain('I follow a script: no model, no account, no network');
    expect(said).toContain('| green | 2 min | 80 °C |');
    expect(said).toContain('```ts\nexport function steepingTime');
    expect([...demo.kinds()].toSorted()).toEqual([
      'agent_message_chunk',
      'agent_thought_chunk',
      'available_commands_update',
      'session_info_update',
      'tool_call',
      'tool_call_update',
      'usage_update',
    ]);
    const methodsSeen = new Set(demo.methods());
    expect([...methodsSeen].toSorted()).toEqual([
      'cursor/ask_question',
      'cursor/create_plan',
      'cursor/generate_image',
      'cursor/task',
      'cursor/update_todos',
      'session/request_permission',
    ]);
    expect(await teas(cwd)).toContain("name: 'oolong'");
    const png = await readFile(join(cwd, 'signal-box.png'));
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    const image = demo.asked.find(({ method }) => method === 'cursor/generate_image');
    expect(image?.params['filePath']).toBe(join(cwd, 'signal-box.png'));
  });

  it('names a tool call of its session in every extension request, and no session', async () => {
    const demo = await rig();
    const { sessionId } = await demo.open(await ensureDemoProject(home));
    await demo.prompt(sessionId, '/tour');
    const known = demo.updates.flatMap(({ update }) => (update.sessionUpdate === 'tool_call' ? update.toolCallId : []));
    const extensions = demo.asked.filter(({ method }) => method.startsWith('cursor/'));
    expect(extensions.length).toBeGreaterThan(5);
    for (const { params } of extensions) {
      expect(known).toContain(params['toolCallId']);
      expect(params).not.toHaveProperty('sessionId');
    }
  });

  it('writes nothing when the edit is rejected', async () => {
    const demo = await rig();
    const cwd = await ensureDemoProject(home);
    const before = await teas(cwd);
    const { sessionId } = await demo.open(cwd);
    for (const answer of ['reject_once', 'cancelled', 'reject_always'] as const) {
      demo.permission = answer;
      await demo.prompt(sessionId, '/edit');
      expect(await teas(cwd)).toBe(before);
    }
    const asked = demo.methods().length;
    await demo.prompt(sessionId, '/edit');
    expect(demo.methods().length).toBe(asked);
    expect(demo.said(sessionId)).toContain('You told me not to edit in this session');
  });

  it('offers all four kinds of answer and asks no more after "allow in this session"', async () => {
    const demo = await rig();
    const { sessionId } = await demo.open(await ensureDemoProject(home));
    demo.permission = 'allow_always';
    await demo.prompt(sessionId, '/edit');
    await demo.prompt(sessionId, '/edit');
    expect(demo.methods()).toEqual(['session/request_permission']);
    expect(demo.asked[0]?.params['options']).toMatchObject([
      { kind: 'allow_once' },
      { kind: 'allow_always' },
      { kind: 'reject_once' },
      { kind: 'reject_always' },
    ]);
  });

  it("leaves a user's folder alone and works on a copy in its home", async () => {
    const demo = await rig();
    const users = await mkdtemp(join(home, 'users-'));
    const { sessionId } = await demo.open(users);
    await demo.prompt(sessionId, 'go');
    expect(await readdir(users)).toEqual([]);
    expect(await teas(join(home, 'scratch', sessionId))).toContain('oolong');
    const image = demo.asked.find(({ method }) => method === 'cursor/generate_image');
    expect(image?.params).not.toHaveProperty('filePath');
    expect(demo.said(sessionId)).toContain('This folder is yours');
  });

  it('changes nothing in plan mode and goes to agent mode when the plan is accepted', async () => {
    const demo = await rig();
    const cwd = await ensureDemoProject(home);
    const before = await teas(cwd);
    const { sessionId } = await demo.open(cwd);
    await demo.connection.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'plan' });
    await demo.prompt(sessionId, 'plan something');
    expect(await teas(cwd)).toBe(before);
    const modes = demo.updates.flatMap(({ update }) =>
      update.sessionUpdate === 'current_mode_update' ? update.currentModeId : [],
    );
    expect(modes).toEqual(['plan', 'agent']);
    const lists = demo.asked.filter(({ method }) => method === 'cursor/update_todos').map(({ params }) => params);
    expect(lists.at(-1)).toMatchObject({ merge: true });
    const plan = demo.asked.find(({ method }) => method === 'cursor/create_plan')?.params;
    expect(plan).toMatchObject({ phases: [{ todos: [{}, {}] }, { todos: [{}, {}] }], todos: [{}] });
  });

  it('goes on when the client refuses its extensions, or answers them flat instead of nested', async () => {
    const demo = await rig();
    const { sessionId } = await demo.open(await ensureDemoProject(home));
    demo.answers = {
      'cursor/ask_question': RequestError.methodNotFound('cursor/ask_question'),
      'cursor/create_plan': { outcome: 'accepted' },
      'cursor/update_todos': RequestError.methodNotFound('cursor/update_todos'),
    };
    expect(await demo.prompt(sessionId, 'hello')).toBe('end_turn');
    expect(demo.said(sessionId)).toContain('No decision is fine too');
    expect(demo.said(sessionId)).toContain('You dismissed the questions');
  });

  it('has another set of parameters for each model', async () => {
    const demo = await rig();
    const { sessionId } = await demo.open(await ensureDemoProject(home));
    const set = async (configId: string, value: string | boolean): Promise<unknown[]> => {
      const { configOptions } = await demo.connection.agent.request(
        methods.agent.session.setConfigOption,
        typeof value === 'boolean' ? { sessionId, configId, type: 'boolean', value } : { sessionId, configId, value },
      );
      return configOptions.map(({ id, currentValue }) => [id, currentValue]);
    };
    const mode = ['mode', 'agent'];
    expect(await set('model', 'steam')).toEqual([mode, ['model', 'steam']]);
    expect(await set('model', 'electric')).toEqual([
      mode,
      ['model', 'electric'],
      ['effort', 'medium'],
      ['fast', false],
    ]);
    expect(await set('effort', 'max')).toContainEqual(['effort', 'max']);
    expect(await set('fast', true)).toContainEqual(['fast', true]);
    expect(await set('model', 'diesel')).toEqual([mode, ['model', 'diesel'], ['effort', 'medium']]);
    await expect(set('fast', true)).rejects.toMatchObject({ code: -32602 });
    await expect(set('model', 'maglev')).rejects.toMatchObject({ code: -32602 });
  });

  it('stops at once, also while a request is open', async () => {
    const demo = await rig({ speed: 1 });
    const { sessionId } = await demo.open(await ensureDemoProject(home));
    const slow = demo.prompt(sessionId, '/slow');
    await demo.until(() => demo.said(sessionId) !== '');
    await demo.connection.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await slow).toBe('cancelled');

    demo.permission = 'wait';
    const waiting = demo.prompt(sessionId, '/permission');
    await demo.until(() => demo.methods().includes('session/request_permission'));
    await demo.connection.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await waiting).toBe('cancelled');
  });

  it('remembers its sessions over a restart: list, load with the history, resume without', async () => {
    const first = await rig();
    const cwd = await ensureDemoProject(home);
    const { sessionId } = await first.open(cwd);
    await first.prompt(sessionId, '/todos');
    first.running.stdin.end();
    expect(await first.running.exited).toEqual({ exitCode: 0 });

    const loading = await rig({ home });
    await loading.initialize();
    const { sessions } = await loading.connection.agent.request(methods.agent.session.list, { cwd });
    expect(sessions).toMatchObject([{ sessionId, cwd, title: 'Work through a todo list' }]);
    await loading.connection.agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
    expect(loading.said(sessionId)).toBe(first.said(sessionId));
    expect(loading.updates[0]?.update).toMatchObject({
      sessionUpdate: 'user_message_chunk',
      content: { text: '/todos' },
    });

    const resuming = await rig({ home });
    await resuming.initialize();
    await resuming.connection.agent.request(methods.agent.session.resume, { sessionId, cwd });
    await resuming.until(() => resuming.kinds().has('available_commands_update'));
    expect(resuming.said(sessionId)).toBe('');
    expect(await resuming.prompt(sessionId, 'are you still there?')).toBe('end_turn');
    expect(resuming.said(sessionId)).toContain('I am only a script');
    await expect(
      resuming.connection.agent.request(methods.agent.session.load, { sessionId: '../x', cwd, mcpServers: [] }),
    ).rejects.toMatchObject({ code: -32002 });
  });

  it('keeps what was said before a crash, and ends with its exit code and last words', async () => {
    const demo = await rig();
    const cwd = await ensureDemoProject(home);
    const { sessionId } = await demo.open(cwd);
    const lastWords = text(demo.running.stderr);
    await expect(demo.prompt(sessionId, '/crash')).rejects.toThrow();
    expect(await demo.running.exited).toEqual({ exitCode: 7 });
    expect(await lastWords).toContain('/crash asked for it');

    const again = await rig({ home });
    await again.initialize();
    await again.connection.agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
    expect(again.said(sessionId)).toContain('Good night');
  });

  it('fails in every way that it promises', async () => {
    const demo = await rig();
    const { sessionId } = await demo.open(await ensureDemoProject(home));
    await expect(demo.prompt(sessionId, '/error')).rejects.toMatchObject({ code: -32603 });
    await expect(demo.prompt(sessionId, '/error auth')).rejects.toMatchObject({ code: -32000 });
    expect(await demo.prompt(sessionId, '/error refusal')).toBe('refusal');
    expect(await demo.prompt(sessionId, '/error limit')).toBe('max_tokens');
    expect(await demo.prompt(sessionId, '/error tool')).toBe('end_turn');
    expect(await demo.prompt(sessionId, '/error text')).toBe('end_turn');
    expect(demo.said(sessionId).endsWith('Error: ConnectError: [unavailable] the demo line is down')).toBe(true);
  });

  it('runs four sessions at once without mixing them', async () => {
    const demo = await rig();
    const cwd = await ensureDemoProject(home);
    const first = await demo.open(cwd);
    const others = await Promise.all(
      [1, 2, 3].map(() => demo.connection.agent.request(methods.agent.session.new, { cwd, mcpServers: [] })),
    );
    const ids = [first, ...others].map(({ sessionId }) => sessionId);
    const stops = await Promise.all(ids.map((id, index) => demo.prompt(id, `tour ${index}`)));
    expect(new Set(stops)).toEqual(new Set(['end_turn']));
    for (const id of ids) expect(demo.said(id)).toContain('That was the tour');
  });

  it('speaks Chinese when the app does', async () => {
    const demo = await rig({ locale: 'zh-CN' });
    const { sessionId } = await demo.open(demoProjectFolder(home));
    await demo.prompt(sessionId, '你好');
    expect(demo.said(sessionId)).toContain('我照着脚本行事：没有模型，不需要账号，也不联网');
    expect(demo.said(sessionId)).toContain('| green | 2 分钟 | 80 °C |');
  });
});
