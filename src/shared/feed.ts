/** What a stream shows: a snapshot now, and frames from now on. Both in one turn of the event loop, so nothing falls between. */
export interface StreamSource {
  snapshot(): unknown;
  listen(onFrame: (frame: unknown) => void): () => void;
}

/** A list of listeners for frames of one kind; the engine's publishers hold one each. */
export class Feed<F> {
  readonly #listeners = new Set<(frame: F) => void>();

  publish(frame: F): void {
    for (const listener of this.#listeners) listener(frame);
  }

  listen(listener: (frame: F) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get size(): number {
    return this.#listeners.size;
  }

  source(snapshot: () => unknown): StreamSource {
    return { snapshot, listen: (onFrame) => this.listen(onFrame) };
  }
}
