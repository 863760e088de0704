import type { AppError } from '../errors';

/** Why there is no engine, for the page that stands in place of all others; the page has no port then. */
export interface StartFailure {
  /** Null: the engine died too often. */
  error: AppError | null;
  home: string;
  log: string;
  locale: 'en' | 'zh-CN';
}

export const failureActions = ['quit', 'openDataFolder', 'tryAgain'] as const;
export type FailureAction = (typeof failureActions)[number];
