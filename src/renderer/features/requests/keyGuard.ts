/**
 * Keys that a person was just typing must not answer what appears under their hands (AC-63). A card takes keys only after
 * it has been there for the guard's time: counted from when the agent asked or from when the card appeared, whichever is
 * later. All times in ms since the epoch.
 */
export function isTooSoon(now: number, openedAt: number, appearedAt: number, guardMs: number): boolean {
  return now - Math.max(openedAt, appearedAt) < guardMs;
}
