import type { AppError } from '@shared/errors';
import { fill, type Strings } from './strings';

/** Why Signalbox cannot go on, for a native dialog; `error` null: the engine died too often. */
export function fatalText(strings: Strings, error: AppError | null, where: { home: string; log: string }): string {
  const { fatal } = strings;
  if (error === null) return fill(fatal.engine, where);
  switch (error.code) {
    case 'store.newerSchema':
      return fill(fatal.newerSchema, { ...where, found: error.found, supported: error.supported });
    case 'store.failed':
      return fill(fatal.store, { ...where, message: error.message });
    case 'settings.invalid':
      return fill(fatal.settings, { ...where, path: error.path, message: error.message });
    default:
      return fill(fatal.other, { ...where, message: 'message' in error ? error.message : error.code });
  }
}
