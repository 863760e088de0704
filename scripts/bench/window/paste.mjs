/** More lines than these are pasted. */
const MANY_LINES = 50;

/**
 * Into a textarea, in the place of what is in it. Chromium types what `fill` gives it line by line, with two events and a
 * layout for each, which takes seconds for hundreds of lines, in a bare textarea too; a person's paste is one event, and so
 * is this.
 * @param {import('@playwright/test').Locator} field @param {string} text
 */
export async function writeInto(field, text) {
  if (text.split('\n').length < MANY_LINES) return field.fill(text);
  // As `fill` waits for it.
  await field.click({ trial: true });
  await field.evaluate((box, whole) => {
    if (!(box instanceof HTMLTextAreaElement)) throw new Error('there is no textarea to write into');
    box.focus();
    box.setRangeText(whole, 0, box.value.length, 'end');
    box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  }, text);
}
