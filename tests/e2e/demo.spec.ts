import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { words } from './words';

// What a new user sees, with the agent that is built in: no account, no network, nothing installed.

async function startDemo(app: RunningApp): Promise<void> {
  await app.page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(app.message).toBeFocused();
  await expect(app.page.getByText('The agent is ready')).toBeVisible();
}

const todos = (app: RunningApp) => app.page.getByRole('region', { name: 'Todos' });

test('the first run: a tour by mouse with an edit to permit, a plan to accept and two questions', async ({
  launchApp,
  home,
  folder,
}) => {
  const app = await launchApp();
  await expect(app.page.getByRole('heading', { name: 'Run your agents from one place' })).toBeVisible();
  await app.shotInBothThemes('demo-first-start');
  await startDemo(app);
  await app.shot('demo-new-session');
  await app.message.fill('Show me around');
  await app.sendButton.click();

  const permission = app.card('Permission request');
  await expect(permission).toContainText('Change a file?');
  await expect(permission).toContainText('teas.ts');
  await expect(permission).toContainText("name: 'oolong'");
  await expect(app.row('Show me around')).toContainText('Needs you');
  await expect(app.needsYou.getByRole('button')).toHaveText([/Show me around/]);
  // No card takes the focus from the composer.
  await expect(app.message).toBeFocused();
  await app.shotInBothThemes('demo-permission');
  await permission.getByRole('button', { name: 'Allow once' }).click();
  await expect(permission).toBeHidden();

  const plan = app.card('Plan review');
  await expect(plan.getByRole('heading', { name: 'Teach the timer to ring' }).first()).toBeVisible();
  await expect(plan.getByRole('table')).toContainText('src/countdown.ts');
  await expect(plan).toContainText('Write the countdown with a clock that tests can turn');
  await expect(plan).toContainText('Say in the README how to turn the sound off');
  await app.shotInBothThemes('demo-plan');
  const saved = join(folder, 'plan.md');
  await app.saveAs(saved);
  await plan.getByRole('button', { name: 'Save the plan as a file' }).click();
  await expect(plan.getByRole('status')).toContainText(`Saved as ${saved}`);
  expect(readFileSync(saved, 'utf8')).toContain('# Teach the timer to ring');
  await plan.getByRole('button', { name: 'Copy the plan' }).click();
  await expect
    .poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain('We compare with the wall clock at every tick.');
  await plan.getByRole('button', { name: 'Accept and build' }).click();

  const question = app.card('Question');
  await expect(question).toContainText('How should the timer say that the tea is ready?');
  await expect(todos(app).getByRole('listitem').filter({ hasText: 'Return seconds from steepingTime' })).toContainText(
    'done',
  );
  await app.shotInBothThemes('demo-question');
  await question.getByRole('button', { name: 'Next' }).click();
  await expect(question.getByRole('alert')).toBeVisible();
  await question.getByRole('radio', { name: 'Show a banner' }).click();
  await question.getByRole('button', { name: 'Next' }).click();
  await question.getByRole('checkbox', { name: 'A picture' }).check();
  await question.getByRole('checkbox', { name: 'A step that fails' }).check();
  await app.shot('demo-question-several');
  await question.getByRole('button', { name: 'Answer' }).click();

  await expect(app.transcript.getByText('That was the tour.')).toBeVisible();
  await expect(app.needsYou).toBeHidden();
  await expect(app.row('Show me around')).toContainText(/Done|Idle/);
  expect(readFileSync(join(home, 'demo', 'tea-timer', 'src', 'teas.ts'), 'utf8')).toContain("name: 'oolong'");
  await app.shotInBothThemes('demo-tour-done');
});

test('AC-63: the same by keyboard alone, and what was being typed answers nothing', async ({ launchApp }) => {
  const app = await launchApp();
  await expect(app.page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await app.press('Mod+k');
  await app.page.keyboard.type('try the demo');
  await app.press('Enter');
  await expect(app.message).toBeFocused();
  await expect(app.page.getByText('The agent is ready')).toBeVisible();

  await app.page.keyboard.type('/permission');
  const typed = Date.now();
  await app.press('Enter');
  const permission = app.card('Permission request');
  await expect(permission).toBeVisible();
  const seen = Date.now();
  await expect(app.message).toBeFocused();
  await app.press('Mod+j');
  await expect(permission).toBeFocused();
  await app.shot('demo-permission-focused');
  // Typed into the composer before the card was there, so not meant for it, however late the page gets to it.
  await expect.poll(() => Date.now() - seen).toBeGreaterThan(700);
  const cdp = await app.page.context().newCDPSession(app.page);
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r', timestamp: typed / 1000 };
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  await expect(permission.getByRole('button', { name: 'Allow once' })).toBeEnabled();
  await expect(permission).toBeFocused();
  await app.pressUntil('Enter', () => expect(permission).toBeHidden({ timeout: 100 }));
  await expect(app.transcript.getByText('You allowed it once.')).toBeVisible();

  await app.press('Mod+l');
  await expect(app.message).toBeFocused();
  await app.page.keyboard.type('/permission');
  await app.press('Enter');
  await expect(permission).toBeVisible();
  await app.press('Mod+j');
  await expect(permission).toBeFocused();
  await app.pressUntil('Escape', () => expect(permission).toBeHidden({ timeout: 100 }));
  await expect(app.transcript.getByText('You rejected it. A real agent')).toBeVisible();

  await app.press('Mod+l');
  await app.page.keyboard.type('/plan');
  await app.press('Enter');
  const plan = app.card('Plan review');
  await expect(plan).toBeVisible();
  await app.press('Mod+j');
  await expect(plan).toBeFocused();
  await app.pressUntil('Tab', () =>
    expect(plan.getByRole('button', { name: 'Comment and reject' })).toBeFocused({ timeout: 50 }),
  );
  const reason = plan.getByRole('textbox', { name: 'What should be different?' });
  await app.pressUntil('Enter', () => expect(reason).toBeFocused({ timeout: 100 }));
  await app.page.keyboard.type('No bells, please');
  await app.press('Mod+Enter');
  await expect(app.transcript.getByText('You said: “No bells, please”.')).toBeVisible();

  await app.press('Mod+l');
  await app.page.keyboard.type('/question');
  await app.press('Enter');
  const question = app.card('Question');
  await expect(question).toBeVisible();
  await app.press('Mod+j');
  await expect(question).toBeFocused();
  await app.pressUntil('3', () => expect(question.getByRole('radio', { name: 'Both' })).toBeChecked({ timeout: 50 }));
  await app.press('Enter');
  await expect(question.getByRole('checkbox', { name: 'A picture' })).toBeVisible();
  await app.press('1');
  await app.press('2');
  await expect(question.getByRole('checkbox', { name: 'A subagent at work' })).toBeChecked();
  await expect(question.getByRole('checkbox', { name: 'A picture' })).toBeChecked();
  await app.press('Enter');
  await expect(app.transcript.getByText('A signal box at dusk').last()).toBeVisible();
  await expect(question).toBeHidden();
  await app.shot('demo-by-keyboard');
});

test('a plan taller than the view arrives with its top in view, and is followed again once it is answered', async ({
  launchApp,
}) => {
  const app = await launchApp();
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await startDemo(app);
  const jump = app.page.getByRole('button', { name: 'Jump to latest' });
  /** How far below the top of the view the card begins, and how far below its bottom the card ends. */
  const overhang = async (): Promise<{ above: number; below: number }> => {
    const view = await app.transcript.boundingBox();
    const card = await app.card('Plan review').boundingBox();
    if (view === null || card === null) return { above: Number.NaN, below: Number.NaN };
    return { above: Math.round(view.y - card.y), below: Math.round(card.y + card.height - view.y - view.height) };
  };
  await app.send('/plan');
  const plan = app.card('Plan review');
  await expect(plan).toBeVisible();
  // At first it is as high as its first lines.
  await expect.poll(async () => (await overhang()).below).toBeGreaterThan(0);
  await expect.poll(async () => (await overhang()).above).toBeLessThanOrEqual(0);
  await expect(jump).toBeVisible();
  await app.shotInBothThemes('demo-plan-top');

  await test.step('the reader scrolls in it, and nothing pulls him back', async () => {
    await app.transcript.hover();
    await app.page.mouse.wheel(0, 60);
    await expect.poll(async () => (await overhang()).above).toBeGreaterThan(20);
    await app.page.setViewportSize({ width: 1280, height: 780 });
    await expect.poll(() => app.page.evaluate(() => window.innerHeight)).toBe(780);
    const { above, below } = await overhang();
    expect(above).toBeGreaterThan(20);
    expect(below).toBeGreaterThan(0);
  });

  await plan.getByRole('button', { name: 'Accept and build' }).click();
  await expect(plan).toBeHidden();
  await expect(app.stopButton).toBeHidden();
  await expect(jump).toBeHidden();
  await expect
    .poll(() => app.transcript.evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop))
    .toBeLessThan(4);

  await app.send('/plan');
  await expect(plan).toBeVisible();
  await expect.poll(async () => (await overhang()).above).toBeLessThanOrEqual(0);
  await jump.click();
  await expect(jump).toBeHidden();
  await expect.poll(async () => (await overhang()).below).toBeLessThanOrEqual(0);
});

test('slash commands are found while one types, and modes and models follow the agent', async ({ launchApp }) => {
  const app = await launchApp();
  await startDemo(app);
  await app.page.keyboard.type('/');
  const commands = app.page.getByRole('listbox', { name: 'Commands' });
  await expect(commands.getByRole('option')).toHaveCount(14);
  await app.shotInBothThemes('demo-commands');
  await app.page.keyboard.type('su');
  await expect(commands.getByRole('option')).toHaveText([/^\/subtask/]);
  await app.press('Tab');
  await expect(app.message).toHaveValue('/subtask ');
  await app.message.fill('');

  await app.page.getByRole('button', { name: 'Mode: Agent' }).click();
  await app.page.getByRole('menuitemradio', { name: 'Plan' }).click();
  await expect(app.page.getByRole('button', { name: 'Mode: Plan' })).toBeVisible();
  await app.page.getByRole('button', { name: 'Model: Diesel' }).click();
  await app.shot('demo-models');
  await app.page.getByRole('menuitemradio', { name: 'Electric' }).click();
  await expect(app.page.getByRole('button', { name: 'Model: Electric' })).toBeVisible();
  await app.page.getByRole('switch', { name: 'Fast' }).click();
  await expect(app.page.getByRole('switch', { name: 'Fast' })).toBeChecked();
  await app.page.getByRole('button', { name: /^Effort: / }).click();
  await app.page.getByRole('menuitemradio', { name: 'Maximum' }).click();
  await expect(app.page.getByRole('button', { name: 'Effort: Maximum' })).toBeVisible();
  await app.send('/edit');
  await expect(app.transcript.getByText('In this mode I only read.')).toBeVisible();
  // A model without parameters takes them away.
  await app.page.getByRole('button', { name: 'Model: Electric' }).click();
  await app.page.getByRole('menuitemradio', { name: 'Steam' }).click();
  await expect(app.page.getByRole('switch', { name: 'Fast' })).toBeHidden();
  // An accepted plan leads from plan mode to agent mode, as the agent says.
  await app.send('/plan');
  await app.card('Plan review').getByRole('button', { name: 'Accept and build' }).click();
  await expect(app.page.getByRole('button', { name: 'Mode: Agent' })).toBeVisible();
});

test('todos, subtask, picture, long answer and errors are shown for what they are', async ({ launchApp }) => {
  const app = await launchApp();
  await startDemo(app);
  await app.send('/todos');
  await expect(app.transcript.getByText('Three done and one dropped.')).toBeVisible();
  await expect(todos(app).getByRole('listitem')).toHaveText([
    /Boil the water.*done/,
    /Warm the pot.*done/,
    /Steep for three minutes.*done/,
    /Find a biscuit.*dropped|Find a biscuit.*cancelled/,
  ]);
  await app.send('/subtask');
  await expect(app.transcript.getByText('The subagent found one reader')).toBeVisible();
  await app.send('/run');
  await expect(app.transcript.getByText('All green.')).toBeVisible();
  await app.shotInBothThemes('demo-todos-subtask-output');
  await app.send('/image');
  await expect(app.transcript.getByRole('img').last()).toBeVisible();
  await app.shotInBothThemes('demo-picture');
  await app.send('/error');
  await expect(app.page.getByRole('region', { name: 'The turn failed' })).toContainText('because you asked it to');
  await expect(app.sessions).toContainText('Failed');
  await app.send('/error refusal');
  await expect(app.transcript.getByText(words('notices.turn.stoppedBy.refusal'))).toBeVisible();
  await app.send('/error limit');
  await expect(app.transcript.getByText(words('notices.turn.stoppedBy.max_tokens'))).toBeVisible();
  await app.shotInBothThemes('demo-errors');
  await app.send('/crash');
  // The card of the crash, not the one that stands there already: what is sent before waits behind a turn that fails.
  await expect(app.page.getByRole('region', { name: 'The turn failed' }).last()).toContainText('exit code 7');
  await app.send('/long 6');
  await expect(app.transcript.getByText('And that is the end of the line.')).toBeVisible();
  // Colours come from a worker, which the policy of the page must let through.
  await expect(app.transcript.locator('pre span[class^="tk"]').last()).toBeVisible();
  await app.shotInBothThemes('demo-long');
});

test('a slow answer is stopped by its button and by its key, and the next prompt goes on', async ({ launchApp }) => {
  const app = await launchApp({ env: { SIGNALBOX_DEMO_SPEED: '0.5' } });
  await startDemo(app);
  await app.send('/slow');
  await expect(app.transcript.getByText('one', { exact: false }).last()).toBeVisible();
  await expect(app.sessions).toContainText('Working');
  await app.shot('demo-working');
  await app.stopButton.click();
  await expect(app.transcript.getByText(words('notices.turn.cancelled'))).toBeVisible();
  await expect(app.stopButton).toBeHidden();
  await app.send('/slow');
  await expect(app.stopButton).toBeVisible();
  await app.press('Mod+.');
  await expect(app.transcript.getByText(words('notices.turn.cancelled'))).toHaveCount(2);
  await app.send('/help');
  await expect(app.transcript.getByText('This is what I can show:')).toBeVisible();
});

test('a page that is loaded anew in the middle still shows the open request, and its answer counts', async ({
  launchApp,
}) => {
  const app = await launchApp();
  await startDemo(app);
  await app.send('/permission');
  const permission = app.card('Permission request');
  await expect(permission).toBeVisible();
  await app.message.fill('kept while I think');
  await app.page.reload();
  await expect(permission).toBeVisible();
  await expect(app.needsYou.getByRole('button')).toHaveText([/Ask to run a command/]);
  await expect(app.message).toHaveValue('kept while I think');
  await permission.getByRole('button', { name: 'Allow in this session' }).click();
  await expect(app.transcript.getByText('You allowed it for this session.')).toBeVisible();
  await expect(permission).toBeHidden();
});

test('quit, open again, go on: the transcript is there and the agent knows the session', async ({ launchApp }) => {
  const first = await launchApp();
  await startDemo(first);
  await first.send('Hello');
  await expect(first.card('Permission request')).toBeVisible();
  await first.card('Permission request').getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(first.card('Plan review')).toBeVisible();
  await first.quit();

  const second = await launchApp();
  await expect(second.transcript.getByText(words('notices.turn.interrupted'))).toBeVisible();
  await expect(second.card('Plan review')).toBeHidden();
  await expect(second.row('Hello')).toContainText('Interrupted');
  await expect(second.needsYou).toBeHidden();
  await second.shot('demo-reopened');
  await second.send('/help');
  await expect(second.transcript.getByText('This is what I can show:')).toBeVisible();
  await expect(second.row('Hello')).toContainText(/Done|Idle/);
});
