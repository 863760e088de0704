import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { RunningApp } from '../runningApp';
import { words } from '../words';

// What a person does in one session, by the names that a screen reader says (DESIGN section 12).

// An entry's name goes on with what the mode does.
export async function chooseMode({ page }: RunningApp, name: string): Promise<void> {
  const mode = page.getByRole('button', { name: /^Mode: / });
  // Modes are there once the agent is.
  await expect(mode).toBeVisible();
  await mode.click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('button', { name: `Mode: ${name}` })).toBeVisible();
}

/** Presses an option of the permission request that waits and is about `subject`. */
export async function answerPermission({ page }: RunningApp, subject: string, option: string): Promise<void> {
  const request = page.getByRole('region', { name: 'Permission request' });
  await expect(request).toContainText(subject);
  await request.getByRole('button', { name: option, exact: true }).click();
  await expect(request).toBeHidden();
}

/** The card that says that the agent wants a sign-in. */
export const signInCard = ({ page }: RunningApp, agent: string): Locator =>
  page.getByRole('region', { name: words('signIn.title', { agent }) });

/** Gives the card a key for `variable`, as a person does who is content with a key on the disk where no keychain is. */
export async function signInByKey(app: RunningApp, agent: string, variable: string): Promise<void> {
  const card = signInCard(app, agent);
  const way = card.getByRole('listitem').filter({ has: app.page.getByLabel(variable, { exact: true }) });
  await way.getByLabel(variable, { exact: true }).fill('mock-key-of-a-person');
  // One for all keys of the card.
  const plain = card.getByRole('checkbox');
  if (await plain.isVisible()) await plain.click();
  await way.getByRole('button', { name: words('signIn.useKey_one') }).click();
  await expect(card).toBeHidden();
}

export async function turnEnded(app: RunningApp): Promise<void> {
  await expect(app.sendButton).toHaveAccessibleDescription('Write a message first');
  await expect(app.stopButton).toBeHidden();
}

/** The row that says this. */
export const transcriptRow = (app: RunningApp, text: string | RegExp): Locator =>
  app.transcript.locator('[data-index]').filter({ hasText: text });

/** What every row of the transcript says. There are few enough of them that all are drawn. */
export async function transcriptRows(app: RunningApp): Promise<string[]> {
  const rows = app.transcript.locator('[data-index]');
  await expect(rows.first()).toHaveAttribute('data-index', '0');
  return rows.allInnerTexts();
}
