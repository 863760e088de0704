import type { Readable, Writable } from 'node:stream';
import {
  CancellationTokenSource,
  createMessageConnection,
  type Message,
  type MessageConnection,
  NullLogger,
  ResponseError,
} from 'vscode-jsonrpc/node';
import type { AuthMethod } from '@shared/acp/initialize';
import { type Fields, isRecord } from '@shared/acp/lenient';
import {
  type MethodName,
  methods,
  type NotificationName,
  type NotificationParams,
  type ParamsOf,
  type ResultOf,
} from '@shared/acp/methods';
import { parseSessionUpdate, type SessionUpdate } from '@shared/acp/update';
import type { Clock } from '@shared/clock';
import { type AppError, AppFailure, toAppError } from '@shared/errors';
import { inbound } from './frames';
import { NdjsonReader } from './ndjson/reader';
import { NdjsonWriter } from './ndjson/writer';
import type { RequestContext } from './requestContext';
import { refusal } from './rpcErrors';
import { acpCancellation, HandFedReader, LineWriter } from './seams';
import { ServedRequests } from './servedRequests';
import type { Wiretap } from './wiretap';

/** What the agent says. Nothing here may block: a long answer is a promise. */
export interface ConnectionHandlers {
  /** Called synchronously, in wire order with everything else. */
  onUpdate(acpSessionId: string, update: SessionUpdate): void;
  /** Rejects with a ResponseError or an AppFailure; the agent gets its code. */
  onRequest(method: string, params: unknown, context: RequestContext): Promise<unknown>;
  onNotification(method: string, params: unknown): void;
  /** A handler of ours threw: a defect to log. The connection goes on. */
  onFault(error: AppError): void;
}

export interface ConnectionOptions {
  /** The agent's stdout and stdin. They stay their owner's: the connection neither ends nor destroys them. */
  stdout: Readable;
  stdin: Writable;
  clock: Clock;
  handlers: ConnectionHandlers;
  wiretap: Wiretap;
  /** Asked once when the agent's output ended: why, as far as the owner knows by then (it may wait for the exit). */
  explainEnd(): Promise<AppError>;
  frameLimit?: number;
}

export interface RequestOptions {
  /** Sends `$/cancel_request`; the promise still settles by the agent's answer. */
  signal?: AbortSignal;
  /** Milliseconds after which the request fails with `agent.noAnswer` and is cancelled at the agent. None if absent. */
  deadlineMs?: number;
}

/** How long an agent that closed its stdin may take to end its output too. */
const BROKEN_PIPE_GRACE_MS = 2_000;
/** How long output may go on after the agent's exit: what it left in the pipe, or a child of its own that holds it open. */
const LAST_OUTPUT_MS = 500;

/**
 * One JSON-RPC connection to an agent.
 *
 * Order: `session/update` goes past vscode-jsonrpc, whose queue takes one message a loop turn and has no end. So that
 * an update cannot overtake an answer (seen: late updates before the prompt's answer), every other frame stops the
 * reader until vscode-jsonrpc has run its handler and all that was waiting for it.
 */
export class Connection {
  /** Settles once, with the reason; never rejects. */
  readonly closed: Promise<AppError>;
  readonly #options: ConnectionOptions;
  readonly #rpc: MessageConnection;
  readonly #feed = new HandFedReader();
  readonly #reader: NdjsonReader;
  readonly #writer: NdjsonWriter;
  readonly #served: ServedRequests;
  #closedBy: AppError | undefined;
  #gone: AppError | undefined;
  #settleClosed: (reason: AppError) => void = () => undefined;
  #heldFor: Message | undefined;
  #authMethods: readonly AuthMethod[] = [];
  #stopGrace: () => void = () => undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { wiretap, handlers } = options;
    this.closed = new Promise((resolve) => {
      this.#settleClosed = resolve;
    });
    this.#served = new ServedRequests((method, params, context) => handlers.onRequest(method, params, context));
    this.#writer = new NdjsonWriter(options.stdin, {
      onLine: (line, value) => wiretap.record('toAgent', line, value),
      onBroken: () => this.#onBrokenStdin(),
    });
    this.#rpc = createMessageConnection(
      this.#feed,
      new LineWriter(this.#writer, (message) => this.#served.written(message)),
      NullLogger,
      {
        cancellationStrategy: acpCancellation,
        messageStrategy: { handleMessage: (message, next) => this.#handle(message, next) },
      },
    );
    this.#rpc.onRequest((method, params, token) => this.#served.serve(method, params, token));
    this.#rpc.onNotification((method, params) => {
      this.#guarded(() => handlers.onNotification(method, params));
    });
    this.#rpc.listen();
    this.#reader = new NdjsonReader(
      options.stdout,
      {
        onFrame: (frame, line) => this.#onFrame(frame, line),
        // Never fatal, and of use to nobody but who looks at the wire.
        onNoise: (line) => wiretap.note('noise', line),
        onEnd: (error) => void this.#onOutputEnd(error),
      },
      options.frameLimit,
    );
  }

  /**
   * Rejects with an AppFailure: `agent.refused`, `agent.authRequired`, `agent.badAnswer`, `agent.noAnswer`, or the reason
   * for which the connection closed.
   */
  async request<M extends MethodName>(
    method: M,
    params: ParamsOf<M>,
    options: RequestOptions = {},
  ): Promise<ResultOf<M>> {
    const { params: schema, read } = methods[method];
    const checked = schema.safeParse(params);
    if (!checked.success) throw new AppFailure(ours(method, checked.error.message));
    const result = read(await this.#send(method, checked.data, options));
    if (result === undefined) {
      throw new AppFailure({ code: 'agent.badAnswer', method, message: 'the answer lacks what is needed' });
    }
    // An error -32000 of a later request often lists no methods of its own.
    if (isRecord(result) && 'authMethods' in result) this.#authMethods = result.authMethods;
    return result;
  }

  /** Resolves when it is on its way, also when nobody is left to read it. */
  async notify<N extends NotificationName>(method: N, params: NotificationParams<N>): Promise<void> {
    if (this.#closedBy === undefined) await this.#rpc.sendNotification(method, params);
  }

  /** Ends the connection: what is pending fails with `reason`, requests of the agent are aborted. */
  close(reason: AppError): void {
    if (this.#closedBy !== undefined) return;
    this.#closedBy = reason;
    this.#stopGrace();
    this.#reader.stop();
    this.#writer.stop();
    this.#served.abort();
    this.#rpc.dispose();
    this.#settleClosed(reason);
  }

  /** For an agent that is gone: what it wrote before is still read, then as `close`. */
  closeAfterOutput(reason: AppError): void {
    if (this.#closedBy !== undefined) return;
    this.#gone = reason;
    this.#stopGrace();
    this.#stopGrace = this.#options.clock.setTimer(LAST_OUTPUT_MS, () => this.close(reason));
  }

  async #send(method: string, params: unknown, { signal, deadlineMs }: RequestOptions): Promise<unknown> {
    if (this.#closedBy !== undefined) throw new AppFailure(this.#closedBy);
    const source = signal === undefined && deadlineMs === undefined ? undefined : new CancellationTokenSource();
    const cancel = (): void => source?.cancel();
    if (signal?.aborted === true) cancel();
    signal?.addEventListener('abort', cancel);
    let stopTimer = (): void => undefined;
    try {
      // An undefined token would count as a second, positional parameter.
      const answer: Promise<unknown> =
        source === undefined
          ? this.#rpc.sendRequest(method, params)
          : this.#rpc.sendRequest(method, params, source.token);
      if (deadlineMs === undefined) return await answer;
      const late = new Promise<never>((_, reject) => {
        stopTimer = this.#options.clock.setTimer(deadlineMs, () => {
          cancel();
          reject(new AppFailure({ code: 'agent.noAnswer', method, seconds: deadlineMs / 1_000 }));
        });
      });
      return await Promise.race([answer, late]);
    } catch (error) {
      throw this.#failure(method, error);
    } finally {
      stopTimer();
      signal?.removeEventListener('abort', cancel);
    }
  }

  #failure(method: string, error: unknown): AppFailure {
    if (error instanceof AppFailure) return error;
    if (this.#closedBy !== undefined) return new AppFailure(this.#closedBy, { cause: error });
    if (!(error instanceof ResponseError)) return new AppFailure(toAppError(error), { cause: error });
    return new AppFailure(refusal(method, error, this.#authMethods), { cause: error });
  }

  #onFrame(frame: Fields, line: string): 'next' | 'hold' {
    this.#options.wiretap.record('fromAgent', line, frame);
    if (frame['method'] === 'session/update' && frame['id'] === undefined) {
      const params = frame['params'];
      if (isRecord(params) && typeof params['sessionId'] === 'string') {
        try {
          this.#options.handlers.onUpdate(params['sessionId'], parseSessionUpdate(params['update']));
        } catch (error) {
          this.#options.handlers.onFault(toAppError(error));
        }
        return 'next';
      }
    }
    return this.#onOther(frame);
  }

  #onOther(frame: Fields): 'next' | 'hold' {
    const received = inbound(frame);
    if (received.kind === 'ignored') return 'next';
    if (received.kind === 'cancel') {
      // Acted on at once, or about a request that is settled: nothing to wait for.
      this.#feed.feed(received.message);
      return 'next';
    }
    this.#heldFor = received.message;
    this.#feed.feed(received.message);
    return 'hold';
  }

  #handle<R>(message: Message, next: (message: Message) => R): R {
    this.#served.arriving(message);
    try {
      return next(message);
    } finally {
      if (message === this.#heldFor) {
        this.#heldFor = undefined;
        // Those who await the answer run first, all of them: microtasks end before the loop's next turn.
        setImmediate(() => this.#reader.release());
      }
    }
  }

  async #onOutputEnd(error: AppError | undefined): Promise<void> {
    if (this.#closedBy !== undefined) return;
    this.close(error ?? this.#gone ?? (await this.#options.explainEnd()));
  }

  #onBrokenStdin(): void {
    if (this.#closedBy !== undefined || this.#gone !== undefined) return;
    // What the agent wrote before it died is still to be read; its end of output then closes the connection.
    this.#stopGrace = this.#options.clock.setTimer(BROKEN_PIPE_GRACE_MS, () => void this.#onOutputEnd(undefined));
  }

  #guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#options.handlers.onFault(toAppError(error));
    }
  }
}

const ours = (method: string, message: string): AppError => ({
  code: 'engine.failed',
  message: `${method}: ${message}`,
});
