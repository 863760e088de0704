import type { AppError } from '../errors';
import type { NavigateTarget } from './views';

/**
 * The small port between Electron's main process (host) and the engine. Both ends are ours, so it is typed, not parsed.
 * `ask` waits for an answer by id; `tell` does not.
 */

/** What only Electron can do, asked by the engine. */
export interface HostCalls {
  pickFolder: { input: { title: 'addProject' | 'repointProject' }; output: string | null };
  saveFile: {
    input: { title: 'savePlan' | 'saveDiagnosis'; suggestedName: string; text: string };
    output: { path: string } | null;
  };
  /** Where a file is to be written; the dialog has asked about one that is there. */
  pickSaveFile: { input: { suggestedName: string; kind: 'markdown' | 'sessions' }; output: string | null };
  pickOpenFile: { input: { kind: 'sessions' }; output: string | null };
  /** False where the link's kind is refused. */
  openExternal: { input: { url: string }; output: boolean };
  revealFolder: { input: { path: string }; output: null };
  encrypt: { input: { text: string }; output: string | null };
  decrypt: { input: { sealed: string }; output: string | null };
}

/** What the engine lets main know. */
export type EngineNews =
  | { type: 'ready' }
  /** Locale and theme in force, for menu and window. */
  | { type: 'settings'; locale: 'en' | 'zh-CN'; theme: 'system' | 'light' | 'dark' }
  /** Facts; main words them (`sessionTitle` may be empty). Sent only while no window of ours has the focus. */
  | {
      type: 'notify';
      kind: 'request' | 'turn';
      what: 'permission' | 'plan' | 'question' | 'form' | 'url' | 'signIn' | 'ended' | 'failed';
      /** Null: a request that stands at its agent. */
      sessionId: string | null;
      sessionTitle: string;
      projectName: string;
      label: string;
    }
  /** Requests that wait, and turns that run, for the badge and for the question at close. */
  | { type: 'counts'; waiting: number; running: number }
  /** Wants to end in order and be started anew (a backup is to be taken into use, a database to be repaired). */
  | { type: 'restart' }
  /** It could not start; main words why. */
  | { type: 'fatal'; error: AppError };

/** What main tells the engine. */
export type HostNews =
  | { type: 'navigate'; to: NavigateTarget }
  | { type: 'openFolder'; path: string }
  | { type: 'windowFocus'; focused: boolean }
  /** The page died and was loaded again. */
  | { type: 'pageRestarted' }
  /** End turns in order, mark them interrupted, end every process tree, commit, close. Answered by the process's exit. */
  | { type: 'shutdown' };

/** What main gives the engine to start with (argv of the utility process, as JSON). */
export interface EngineStart {
  home: string;
  version: string;
  systemLocale: string;
  keychain: boolean;
  /** The engine died before and was started again. */
  restarted: boolean;
  demoWorkerFile: string;
  searchWorkerFile: string;
  backupWorkerFile: string;
  /** Main's log. */
  logFile: string;
  fileWorkerFile: string;
}

export type HostToEngine =
  | { t: 'news'; news: HostNews }
  /** With the page's MessagePort as the transferred port. */
  | { t: 'page' }
  | { t: 'answer'; id: number; output: unknown }
  /** The call failed; in Electron's or the system's words. */
  | { t: 'failed'; id: number; message: string };

export type EngineToHost =
  | { t: 'news'; news: EngineNews }
  | { t: 'ask'; id: number; call: keyof HostCalls; input: unknown };
