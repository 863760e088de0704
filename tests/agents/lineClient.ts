import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type FakeAgentRun, fakeAgentRun } from './fakeAgentRun';

export interface Frame {
  id?: number;
  method?: string;
  params?: {
    sessionId?: string;
    update?: { sessionUpdate: string; content?: { text?: string }; toolCallId?: string };
    toolCallId?: string;
  };
  result?: {
    sessionId?: string;
    stopReason?: string;
    configOptions?: { id: string }[];
    models?: object[];
    sessions?: object[];
  } | null;
  error?: { code: number; message: string };
}

/** A client that knows nothing: it reads lines, sends lines, and waits for what it is told to wait for. */
export class Line {
  readonly frames: Frame[] = [];
  readonly noise: string[] = [];
  readonly child: ChildProcessWithoutNullStreams;
  readonly run: FakeAgentRun;
  answer: (frame: Frame) => object = () => ({ result: {} });
  #waiting: (() => void)[] = [];
  #id = 100;

  readonly #folder: string;

  constructor(folder: string, config: Record<string, unknown> = {}, env: Record<string, string> = {}) {
    this.#folder = folder;
    this.run = fakeAgentRun(folder, config);
    this.child = spawn(this.run.command, this.run.args, { env: { ...process.env, ...this.run.env, ...env } });
    createInterface({ input: this.child.stdout }).on('line', (line) => this.#line(line));
  }

  #line(line: string): void {
    try {
      const frame: Frame = JSON.parse(line);
      this.frames.push(frame);
      if (frame.method !== undefined && frame.id !== undefined) this.write({ id: frame.id, ...this.answer(frame) });
    } catch {
      this.noise.push(line);
    }
    for (const wake of this.#waiting.splice(0)) wake();
  }

  write(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }

  request(method: string, params: object): Promise<Frame> {
    const id = (this.#id += 1);
    this.write({ id, method, params });
    return this.until(() => this.frames.find((frame) => frame.id === id && frame.method === undefined));
  }

  initialize(clientCapabilities?: object): Promise<Frame> {
    return this.request('initialize', { protocolVersion: 1, ...(clientCapabilities && { clientCapabilities }) });
  }

  new(): Promise<Frame> {
    return this.request('session/new', { cwd: this.#folder, mcpServers: [] });
  }

  async open(clientCapabilities?: object): Promise<string> {
    await this.initialize(clientCapabilities);
    return (await this.new()).result?.sessionId ?? '';
  }

  prompt(sessionId: string, text: string): Promise<Frame> {
    return this.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  }

  said(): string {
    return this.frames.map((frame) => frame.params?.update?.content?.text ?? '').join('');
  }

  updates(): NonNullable<NonNullable<Frame['params']>['update']>[] {
    return this.frames.flatMap((frame) => frame.params?.update ?? []);
  }

  requested(): string[] {
    return this.frames.flatMap((frame) => (frame.id !== undefined && frame.method ? frame.method : []));
  }
}
