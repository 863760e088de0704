import type { z } from 'zod';
import type { AppError, Result } from '../errors';

/**
 * How page and engine talk over one MessagePort (DESIGN section 6). A call or a stream is declared once in the contract;
 * method names, router entries and client methods are derived from it.
 */

/** A call: `input` is parsed by the engine; the output's type is only declared, since the page trusts the engine. */
export interface Invoke<I extends z.ZodType, O> {
  readonly kind: 'invoke';
  readonly input: I;
  /** Never set: carries the type of the answer. */
  readonly output?: O;
}

/** A stream: a snapshot first, then frames. */
export interface Stream<P extends z.ZodType, S, F> {
  readonly kind: 'stream';
  readonly params: P;
  readonly snapshot?: S;
  readonly frame?: F;
}

export const invoke =
  <O>() =>
  <I extends z.ZodType>(input: I): Invoke<I, O> => ({ kind: 'invoke', input });

export const stream =
  <S, F>() =>
  <P extends z.ZodType>(params: P): Stream<P, S, F> => ({ kind: 'stream', params });

type AnyInvoke = Invoke<z.ZodType, unknown>;
type AnyStream = Stream<z.ZodType, unknown, unknown>;
export type Contract = Record<string, Record<string, AnyInvoke>>;
export type Streams = Record<string, AnyStream>;

export type InputOf<D> = D extends Invoke<infer I, unknown> ? z.infer<I> : never;
export type OutputOf<D> = D extends Invoke<z.ZodType, infer O> ? O : never;
export type ParamsOf<D> = D extends Stream<infer P, unknown, unknown> ? z.infer<P> : never;
export type SnapshotOf<D> = D extends Stream<z.ZodType, infer S, unknown> ? S : never;
export type FrameOf<D> = D extends Stream<z.ZodType, unknown, infer F> ? F : never;

/** What the engine implements: one function a call. */
export type Handlers<C extends Contract> = {
  [G in keyof C]: { [M in keyof C[G]]: (input: InputOf<C[G][M]>) => Promise<Result<OutputOf<C[G][M]>>> };
};

/** What the page calls. */
export type Client<C extends Contract> = {
  [G in keyof C]: { [M in keyof C[G]]: (input: InputOf<C[G][M]>) => Promise<Result<OutputOf<C[G][M]>>> };
};

/** Page to engine. `sub` and `id` are numbers that the page chooses, unique for the life of its port. */
export type PageMessage =
  | { t: 'call'; id: number; method: string; input: unknown }
  | { t: 'subscribe'; sub: number; stream: string; params: unknown }
  | { t: 'unsubscribe'; sub: number }
  /** All posts of these subscriptions up to `post` have been handled. */
  | { t: 'ack'; posts: readonly { sub: number; post: number }[] };

/** The frames of one subscription in one message. */
export interface StreamPost {
  sub: number;
  post: number;
  frames: readonly unknown[];
  /** It is to be acknowledged, and with it all before it; the others are not, since each message back costs both ends. */
  ask?: true;
}

/** Engine to page. `post` counts the snapshot and the frame batches of one subscription from 1. */
export type EngineMessage =
  | { t: 'result'; id: number; result: Result<unknown> }
  | { t: 'snapshot'; sub: number; post: number; snapshot: unknown }
  /** What came in one frame of a screen, of all subscriptions that have something: a message costs more than its words. */
  | { t: 'frames'; posts: readonly StreamPost[] }
  /** The stream cannot be (an unknown session): its end. */
  | { t: 'ended'; sub: number; error: AppError };
