import { answersTo } from '../support/engine/agentLog';
import { expect, test } from './app';

test('every line of a plan takes a comment, which is kept while one is elsewhere and goes back with its line', async ({
  openProject,
}) => {
  const { app, agent } = await openProject({ name: 'Planner', adapter: 'cursor', config: { booleans: false } });
  await app.newSession('Planner');
  await app.send('!plan long');
  const card = app.card('Plan review');
  const comment = (line: number) => card.getByRole('textbox', { name: `Comment on line ${line}`, exact: true });
  const button = (line: number) => card.getByRole('button', { name: `Comment on line ${line}`, exact: true });
  // The second line of a paragraph, an inner item, a line of code, a row of a table: by the arrow keys alone.
  await button(1).focus();
  for (const [line, text] of [
    [4, 'Say what one sees.'],
    [10, 'And Page Up?'],
    [16, 'Only the first that is enabled.'],
    [24, 'Where are the other 170?'],
  ] as const) {
    while ((await app.page.evaluate(() => document.activeElement?.getAttribute('data-line'))) !== String(line)) {
      await app.page.keyboard.press('ArrowDown');
    }
    await app.press('Enter');
    await expect(comment(line)).toBeFocused();
    await app.page.keyboard.type(text);
    await app.press('Escape');
    await expect(button(line)).toBeFocused();
  }
  await app.newSession('Planner');
  await app.row('!plan').getByRole('button').click();
  await expect(comment(16)).toHaveValue('Only the first that is enabled.');
  await app.page.setViewportSize({ width: 1280, height: 1150 });
  await button(1).hover();
  await app.shotInBothThemes('plan-lines');
  await card.getByRole('button', { name: 'Reject with 4 comments' }).click();
  await expect(app.transcript.getByRole('button', { name: /You rejected the plan/ })).toBeVisible();
  await expect
    .poll(() => answersTo(agent.run, 'cursor/create_plan'))
    .toEqual([
      {
        outcome: {
          outcome: 'rejected',
          reason: [
            'Line 4:\n> that do the same**. This makes them one, without a change that one sees.\n\nSay what one sees.',
            'Line 10:\n> - Arrow keys walk the tabs, Home and End too.\n\nAnd Page Up?',
            'Line 16:\n> const [current, show] = useState(tabs[0]?.id);\n\nOnly the first that is enabled.',
            'Line 24:\n> | SettingsTabs | 182 | 12 |\n\nWhere are the other 170?',
          ].join('\n\n'),
        },
      },
    ]);
});
