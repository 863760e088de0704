import { type AppError, AppFailure } from '@shared/errors';

export interface UnpackLimits {
  /** Of all files together, unpacked. */
  bytes: number;
  entries: number;
}

/** Counts what an archive holds. */
export class UnpackBudget {
  readonly #limits: UnpackLimits;
  #bytes = 0;
  #entries = 0;

  constructor(limits: UnpackLimits) {
    this.#limits = limits;
  }

  /** Throws `install.tooLarge`. */
  take(bytes: number): void {
    this.#bytes += bytes;
    this.#entries += 1;
    const { bytes: limit, entries } = this.#limits;
    if (this.#bytes > limit || this.#entries > entries) {
      throw new AppFailure({ code: 'install.tooLarge', bytes: this.#bytes, limit });
    }
  }
}

export function brokenArchive(thrown: unknown): AppFailure {
  if (thrown instanceof AppFailure) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const error: AppError = { code: 'install.archiveBroken', message };
  return new AppFailure(error, { cause: thrown });
}
