/**
 * Keys that a person was just typing must not answer what appears under their hands (AC-63). A card takes keys only after
 * it has been there for the guard's time: counted from when the agent asked or from when the card appeared, whichever is
 * later. All times in ms since the epoch.
 */
export function isTooSoon(pressedAt: number, openedAt: number, appearedAt: number, guardMs: number): boolean {
  return guardMs > 0 && pressedAt - Math.max(openedAt, appearedAt) < guardMs;
}

/**
 * When the key was pressed that made this event. A page that is busy gets to a key late: what counts is what the person
 * could see when they pressed it.
 */
export function pressedAt(event: { timeStamp: number }, now: number, pageNow: number): number {
  return now - Math.max(0, pageNow - event.timeStamp);
}
