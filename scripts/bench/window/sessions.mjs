import { writeInto } from './paste.mjs';

// What a person does in the window, by the names of its parts.

const parts = (page) => ({
  session: page.getByRole('main', { name: 'Session', exact: true }),
  message: page.getByRole('textbox', { name: 'Message' }),
  sendButton: page.getByRole('button', { name: 'Send', exact: true }),
  transcript: page.getByRole('log', { name: 'Transcript' }),
});

/** Goes to a session by its title, through the palette, and waits until its newest rows are shown. */
export async function openSession(page, title, { empty = false } = {}) {
  const { session, message, transcript } = parts(page);
  const field = await openPalette(page, title);
  await page.getByRole('option', { name: title }).first().waitFor();
  await field.press('Enter');
  await session.getByText(title, { exact: true }).first().waitFor();
  await message.waitFor();
  if (!empty) await transcript.locator('[data-index]').last().waitFor();
}

async function openPalette(page, text) {
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.fill(text);
  return field;
}

/** Sends to the session on screen; where it is busy, the message waits there. */
export async function send(page, text) {
  const { message, sendButton } = parts(page);
  await writeInto(message, text);
  await sendButton.click({ trial: true });
  await message.press('Enter');
  await page.waitForFunction((box) => box.value === '', await message.elementHandle());
}

export const saidInTranscript = (page, text) =>
  parts(page).transcript.getByText(text, { exact: true }).last().waitFor();

/** Reads back: so many turns of the wheel upwards, and to the end again. */
export async function readBack(page, turns) {
  const { transcript } = parts(page);
  await transcript.hover();
  for (let turn = 0; turn < turns; turn += 1) {
    await turnOfTheWheel(page, transcript, -2_500);
  }
  await transcript.press('End');
  await page.mouse.wheel(0, 1_000_000);
}

/** Until the view rests, or what scrolls inside of it; at its upper end no turn moves it. */
async function turnOfTheWheel(page, transcript, pixels) {
  const rest = await transcript.evaluateHandle((view) => {
    const ended = new Promise((resolve) => {
      if (view.scrollTop === 0) resolve();
      else view.addEventListener('scrollend', resolve, { capture: true, once: true });
    });
    return { ended };
  });
  await page.mouse.wheel(0, pixels);
  await rest.evaluate(({ ended }) => ended);
  await rest.dispose();
}

/** Milliseconds from the last letter of a search in the palette to the first hit in view, its rest for typing included. */
export async function searchToFirstHit(page, text) {
  const field = await openPalette(page, text.slice(0, -1));
  await page.evaluate((wanted) => {
    let typed = 0;
    addEventListener('input', () => (typed = performance.now()), { capture: true, once: true });
    const began = performance.now();
    globalThis.firstHit = new Promise((resolve, reject) => {
      const look = () => {
        if (performance.now() - began > 30_000) reject(new Error(`nothing was found for ${wanted}`));
        // Those of the text before stay until the next come, and are marked too.
        const marks = [...document.querySelectorAll('[role=option] mark')];
        const hit = marks.some((mark) => mark.textContent.toLowerCase() === wanted);
        if (typed > 0 && hit) resolve(performance.now() - typed);
        else requestAnimationFrame(look);
      };
      look();
    });
  }, text);
  await field.press('End');
  await page.keyboard.type(text.at(-1));
  const took = await page.evaluate(() => globalThis.firstHit);
  await page.keyboard.press('Escape');
  return took;
}
