/** Time as an input: what depends on it takes a Clock, so that tests decide when it passes. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `run` once after `ms`; returns its own end. */
  setTimer(ms: number, run: () => void): () => void;
}
