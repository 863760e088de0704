import { parsePermissionRequest } from '@shared/acp/clientMethods';
import { PromptContent } from '@shared/acp/content';
import { isRecord } from '@shared/acp/lenient';
import { parsePromptResult, parseSessionSetup } from '@shared/acp/sessionMethods';
import { parseSessionUpdate, type SessionUpdate } from '@shared/acp/update';
import { settlementToWire, type WireAnswer } from '@shared/session/answerToWire';
import { decide, type SessionInput } from '@shared/session/decide';
import { isStateUpdate } from '@shared/session/decide/decideUpdate';
import type { SessionEvent, SessionEventBody } from '@shared/session/event';
import { reduceSession } from '@shared/session/reduceSession';
import { emptySession, isTurnOpen, type SessionState } from '@shared/session/state';

/** One line of a recording: `t` in milliseconds since the process started. */
interface Frame {
  t: number;
  dir: 'client' | 'agent';
  msg: Record<string, unknown>;
}

/** `lenient`: what does not fit together is passed over, as the actor does with a refused input; else it throws. */
type Strictness = 'strict' | 'lenient';
type Normalize = (update: SessionUpdate) => SessionUpdate;

export interface FoldedSession {
  /** How it came to be: created and lived, or rebuilt from the agent's replay. */
  origin: 'new' | 'load';
  events: SessionEvent[];
  state: SessionState;
  /** What the recorded client answered to each request, and what we would have written. */
  answers: { recorded: unknown; ours: WireAnswer | null }[];
}

/**
 * Plays a recorded wire into sessions as the actor would: the client's side of the wire is what the person did, the
 * agent's side is what came, put right by its adapter (`normalize`). A `session/load` is used whole, as if we held no transcript.
 */
export function foldRecording(jsonl: string, normalize: Normalize, how: Strictness = 'strict'): FoldedSession[] {
  const player = new Player(normalize, how);
  for (const line of jsonl.split('\n')) {
    if (line.trim() === '') continue;
    const frame: Frame = JSON.parse(line);
    player.play(frame);
  }
  return player.sessions;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

class Session implements FoldedSession {
  readonly events: SessionEvent[] = [];
  readonly answers: FoldedSession['answers'] = [];
  readonly origin: 'new' | 'load';
  private readonly normalize: Normalize;
  private readonly misfit: (what: string) => void;
  state: SessionState;
  /** From a load until our next prompt, content is replay. */
  replaying: boolean;
  turns = 0;

  constructor(origin: 'new' | 'load', name: string, normalize: Normalize, misfit: (what: string) => void) {
    this.origin = origin;
    this.normalize = normalize;
    this.misfit = misfit;
    this.state = emptySession(name);
    this.replaying = origin === 'load';
  }

  fold(at: number, bodies: readonly SessionEventBody[]): void {
    for (const body of bodies) {
      const event: SessionEvent = { sessionId: this.state.sessionId, seq: this.state.seq + 1, at, ...body };
      this.events.push(event);
      this.state = reduceSession(this.state, event);
    }
  }

  put(at: number, input: SessionInput): void {
    const decided = decide(this.state, input);
    if (!decided.ok) return this.misfit(`${input.type}: ${JSON.stringify(decided.error)}`);
    this.fold(at, decided.value);
  }

  update(at: number, raw: unknown): void {
    const update = this.normalize(parseSessionUpdate(raw));
    if (this.replaying && !isStateUpdate(update)) this.put(at, { type: 'replay', update });
    else this.put(at, { type: 'update', update, turnId: `agent${this.turns + 1}` });
  }

  setUp(at: number, acpSessionId: string, result: unknown): void {
    const { modes, models, configOptions } = parseSessionSetup(result);
    this.fold(at, [
      { type: 'attachment.changed', atAgent: 'attached', acpSessionId },
      {
        type: 'options.changed',
        options: { modes: modes ?? null, models: models ?? null, configOptions: configOptions ?? [] },
      },
    ]);
  }
}

class Player {
  readonly sessions: Session[] = [];
  readonly #live = new Map<string, Session>();
  readonly #early = new Map<string, { at: number; raw: unknown }[]>();
  #asked = new Map<unknown, Frame['msg']>();
  #asking = new Map<unknown, { session: Session; requestId: string }>();
  readonly #normalize: Normalize;
  readonly #how: Strictness;
  #base = 0;
  #now = 0;

  constructor(normalize: Normalize, how: Strictness) {
    this.#normalize = normalize;
    this.#how = how;
  }

  #misfit(what: string): void {
    if (this.#how === 'strict') throw new Error(what);
  }

  play({ t, dir, msg }: Frame): void {
    this.#now = this.#base + t;
    const params = isRecord(msg.params) ? msg.params : {};
    const session = this.#live.get(textOf(params['sessionId']));
    if (typeof msg.method === 'string') {
      if (dir === 'client') this.#fromClient(msg, params, session);
      else this.#fromAgent(msg, params, session);
    } else if (dir === 'agent') this.#answered(msg);
    else this.#weAnswered(msg);
  }

  #fromClient(msg: Frame['msg'], params: Record<string, unknown>, session: Session | undefined): void {
    const at = this.#now;
    if ('id' in msg) this.#asked.set(msg.id, msg);
    switch (msg.method) {
      case 'initialize':
        // A second process: the app came back.
        this.#base = at;
        this.#asked = new Map([[msg.id, msg]]);
        this.#asking = new Map();
        for (const known of this.#live.values()) known.put(at, { type: 'reconcileAtStart', at });
        return;
      case 'session/load': {
        const loading = new Session('load', `${this.sessions.length}`, this.#normalize, (what) => this.#misfit(what));
        if (params['sessionId'] !== '00000000-0000-4000-8000-000000000000') {
          this.#live.set(textOf(params['sessionId']), loading);
        }
        return;
      }
      case 'session/prompt':
        if (session === undefined) return this.#misfit('prompt to no session');
        session.replaying = false;
        session.turns += 1;
        session.put(at, {
          type: 'startPrompt',
          turnId: `t${session.turns}`,
          prompt: PromptContent.parse(params['prompt']),
        });
        return;
      case 'session/cancel':
        return session?.put(at, { type: 'cancel', at });
    }
  }

  #fromAgent(msg: Frame['msg'], params: Record<string, unknown>, session: Session | undefined): void {
    const at = this.#now;
    if (msg.method === 'session/update') {
      const raw = params['update'];
      if (session !== undefined) return session.update(at, raw);
      const id = textOf(params['sessionId']);
      this.#early.set(id, [...(this.#early.get(id) ?? []), { at, raw }]);
    } else if (msg.method === 'session/request_permission') {
      const request = parsePermissionRequest(msg.params);
      if (request === undefined || session === undefined) return this.#misfit('permission for no session');
      const requestId = `r${textOf(msg.id)}`;
      const { toolCall, options } = request;
      session.put(at, {
        type: 'openRequest',
        at,
        request: { requestId, openedAt: at, kind: 'permission', toolCallId: toolCall.toolCallId, toolCall, options },
      });
      this.#asking.set(msg.id, { session, requestId });
    }
  }

  #answered(msg: Frame['msg']): void {
    const at = this.#now;
    const asked = this.#asked.get(msg.id);
    const params = isRecord(asked?.params) ? asked.params : {};
    const acpSessionId = textOf(params['sessionId']);
    const session = this.#live.get(acpSessionId);
    switch (asked?.method) {
      case 'session/new': {
        const id = isRecord(msg.result) ? textOf(msg.result['sessionId']) : '';
        const created = new Session('new', `${this.sessions.length}`, this.#normalize, (what) => this.#misfit(what));
        this.sessions.push(created);
        this.#live.set(id, created);
        created.setUp(at, id, msg.result);
        for (const early of this.#early.get(id) ?? []) created.update(at, early.raw);
        return;
      }
      case 'session/load':
        if ('error' in msg || session === undefined) return;
        this.sessions.push(session);
        return session.setUp(at, acpSessionId, msg.result);
      case 'session/resume':
        return session?.setUp(at, acpSessionId, msg.result);
      case 'session/set_mode': {
        const modes = session?.state.options.modes;
        if (!modes || 'error' in msg) return;
        const currentModeId = textOf(params['modeId']);
        return session?.fold(at, [{ type: 'options.changed', options: { modes: { ...modes, currentModeId } } }]);
      }
      case 'session/prompt':
        if (session === undefined || !isTurnOpen(session.state.turn)) return this.#misfit('answer to no prompt');
        return session.put(at, {
          type: 'settleTurn',
          turnId: session.state.turn.turnId,
          at,
          outcome: { status: 'ended', stopReason: parsePromptResult(msg.result).stopReason },
        });
    }
  }

  #weAnswered(msg: Frame['msg']): void {
    const asking = this.#asking.get(msg.id);
    if (asking === undefined) return;
    const { session, requestId } = asking;
    const outcome = isRecord(msg.result) && isRecord(msg.result['outcome']) ? msg.result['outcome'] : {};
    if (outcome['outcome'] === 'selected') {
      const answer = { kind: 'permission' as const, optionId: textOf(outcome['optionId']) };
      session.put(this.#now, { type: 'answerRequest', requestId, answer, at: this.#now, guardMs: 0 });
    }
    const item = session.state.items.find(
      (candidate) => candidate.kind === 'request' && candidate.request.requestId === requestId,
    );
    if (item?.kind !== 'request' || item.settlement === null) return this.#misfit('answered but not settled');
    session.answers.push({ recorded: msg.result, ours: settlementToWire(item.request, item.settlement) });
  }
}
