import type { Page } from '@playwright/test';
import type { FaultKind } from './faults';

/** What a person waits for a window that something may be wrong with, before he looks why nothing comes. */
const UI_MS = 4000;
/** For one that nothing is wrong with: late is late, and told as the longest; never is a fault. */
const CALM_MS = 20_000;
/** A window that answers later than this is blocked, whatever else the machine does. */
const BLOCKED_MS = 3000;

/** What a fault may keep a hand from doing. */
const KEEPS_FROM: Record<FaultKind, string | null> = {
  pageCrash: 'the page had crashed',
  engineKill: 'the engine was away',
  appKill: 'the app was killed',
  appQuit: 'the app had quit',
  diskFull: 'the disk was full',
  // These are the agents' matter, never that of the window.
  agentKill: null,
  agentFreeze: null,
  beyondLimit: null,
  none: null,
};

export const whyBy = (fault: FaultKind): string | null => KEEPS_FROM[fault];
export const patienceWith = (fault: FaultKind): number => (whyBy(fault) === null ? CALM_MS : UI_MS);

/** What a window shows to somebody who wonders. */
export interface Seen {
  /** Alerts, banners, and why nothing can be sent. */
  told: readonly string[];
  /** What the message box holds. */
  box: string;
}

/** `gone`: the page crashed or was closed; `blocked`: it is there, and does not answer. */
export async function seenOn(page: Page): Promise<Seen | 'blocked' | 'gone'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'blocked'>((done) => {
    timer = setTimeout(() => done('blocked'), BLOCKED_MS);
  });
  try {
    return await Promise.race([page.evaluate(look), late]);
  } catch {
    return 'gone';
  } finally {
    clearTimeout(timer);
  }
}

export function inWords(seen: Seen | 'blocked' | 'gone'): string {
  if (typeof seen === 'string') return `the page is ${seen}`;
  return `the page says “${seen.told.join('” “')}”, its message box holds “${seen.box.slice(0, 80)}”`;
}

/** In the page. */
function look(): Seen {
  const send = document.querySelector('button[type=submit][aria-description]');
  const box = document.querySelector<HTMLTextAreaElement>('[data-composer]');
  const words = [...document.querySelectorAll('[role=alert], [role=status]')].map((one) => one.textContent ?? '');
  const told = [...words, send?.getAttribute('aria-description') ?? ''];
  return { told: told.map((text) => text.trim()).filter((text) => text !== ''), box: box?.value ?? '' };
}
