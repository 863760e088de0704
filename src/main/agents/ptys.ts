import { fail, ok, type Result } from '@shared/errors';
import type { StreamSource } from '@shared/feed';
import type { PtyId } from '@shared/ids';
import { type Pty, type PtyHost, type PtyRequest, startPty } from './pty';

export interface PtysOptions extends PtyHost {
  newId: () => string;
}

/** The terminals that people type into, by id. */
export class Ptys {
  readonly #options: PtysOptions;
  readonly #ptys = new Map<PtyId, Pty>();
  /** Starts under way, so that the end of the engine does not overlook one. */
  readonly #starting = new Set<Promise<unknown>>();
  #closed = false;

  constructor(options: PtysOptions) {
    this.#options = options;
  }

  /** Failures are values: see startPty, and `agent.stopped` after closeAll. The caller closes it, also after its end. */
  async start(request: Omit<PtyRequest, 'ptyId'>): Promise<Result<Pty>> {
    if (this.#closed) return fail({ code: 'agent.stopped' });
    const start = startPty({ ...request, ptyId: this.#options.newId() }, this.#options).then((started) => {
      if (started.ok) this.#ptys.set(started.value.ptyId, started.value);
      return started;
    });
    this.#starting.add(start);
    return start.finally(() => this.#starting.delete(start));
  }

  source(ptyId: PtyId): Result<StreamSource> {
    const pty = this.#ptys.get(ptyId);
    return pty === undefined ? fail({ code: 'terminal.unknown', terminalId: ptyId }) : ok(pty.source());
  }

  write(ptyId: PtyId, data: string): Result<null> {
    return this.#with(ptyId, (pty) => pty.write(data));
  }

  resize(ptyId: PtyId, cols: number, rows: number): Result<null> {
    return this.#with(ptyId, (pty) => pty.resize(cols, rows));
  }

  /** Ends the program with all that it started and forgets the output. */
  async close(ptyId: PtyId): Promise<void> {
    const pty = this.#ptys.get(ptyId);
    this.#ptys.delete(ptyId);
    await pty?.end();
  }

  /** False where something could not be ended. Nothing is started after it. */
  async closeAll(): Promise<boolean> {
    this.#closed = true;
    await Promise.all(this.#starting);
    const all = [...this.#ptys.values()];
    this.#ptys.clear();
    const gone = await Promise.all(all.map((pty) => pty.end()));
    return !gone.includes(false);
  }

  #with(ptyId: PtyId, run: (pty: Pty) => void): Result<null> {
    const pty = this.#ptys.get(ptyId);
    if (pty === undefined) return fail({ code: 'terminal.unknown', terminalId: ptyId });
    run(pty);
    return ok(null);
  }
}
