import { answersTo } from '../support/engine/agentLog';
import { expect, test } from './app';
import { words } from './words';

test('a form of every type says what is wrong where one looks, and a page is opened only after its host was shown', async ({
  openProject,
}) => {
  const say = (key: string, values: Record<string, string> = {}) => words(key, values, 'zh-CN');
  const { app, agent } = await openProject({ settings: { locale: 'zh-CN' }, project: '表单' });
  const { page } = app;
  await page.getByRole('radio', { name: /^Fake/ }).click();
  const message = page.getByRole('textbox', { name: say('composer.message') });
  await message.fill('!form whole\n!url');
  await message.press('Enter');
  const form = page.getByRole('region', { name: say('requests.question.region') });
  await expect(form).toContainText(say('requests.form.title', { agent: 'Fake' }));
  const send = form.getByRole('button', { name: say('requests.form.send') });
  await form.getByLabel('Mail').fill('not one');
  await send.click();
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(form.getByText(say('requests.form.problem.required'))).toHaveCount(4);
  await page.setViewportSize({ width: 1280, height: 1700 });
  await app.shotInBothThemes('form-zh-problems');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.type('tabs');
  await form.getByLabel('Release moment').fill('2026-07-01T09:15');
  await form.getByRole('radio', { name: 'Rust' }).click();
  await form.getByRole('checkbox', { name: 'web' }).check();
  await send.click();
  await expect(form.getByLabel('Mail')).toBeFocused();
  await expect(form.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('a@b.example');
  await form.getByRole('button', { name: say('requests.form.clearName', { label: 'Size' }) }).click();
  await send.click();

  const opened = await app.keepExternalLinks();
  const ask = page.getByRole('region', { name: say('requests.question.region') }).filter({ hasText: 'issue tracker' });
  await expect(ask.getByText('example.com', { exact: true })).toBeVisible();
  await app.shotInBothThemes('form-zh-url');
  expect(await opened()).toEqual([]);
  await ask.getByRole('button', { name: say('requests.url.open') }).click();
  await expect(ask).toBeHidden();
  await expect.poll(opened).toEqual(['https://example.com/sign-in']);
  // The card goes when the answer is on disk; the agent hears of it after that.
  await expect
    .poll(() => answersTo(agent.run, 'elicitation/create'))
    .toEqual([
      {
        action: 'accept',
        content: {
          name: 'tabs',
          email: 'a@b.example',
          site: 'https://example.com',
          moment: expect.stringMatching(/^2026-07-01T09:15:00[+-]\d\d:\d\d$/),
          language: 'rs',
          count: 2,
          strict: true,
          parts: ['web'],
        },
      },
      { action: 'accept' },
    ]);
});
