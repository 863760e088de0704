/** Asks again until it is so; false where it never was. */
export async function isSoon(ms: number, check: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + ms; ;) {
    if (await check()) return true;
    if (Date.now() > deadline) return false;
    await new Promise((again) => {
      setTimeout(again, 100);
    });
  }
}

export async function until(what: string, ms: number, check: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await isSoon(ms, check))) throw new Error(`not within ${ms} ms: ${what}`);
}
