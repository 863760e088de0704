import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './accessible';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { fakeAgent, writeSettings } from './settings';

const COMPACTED = [
  { update: { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' } },
  { update: { sessionUpdate: 'weather_update', forecast: 'rain' } },
];

declare global {
  interface Window {
    said: string[];
  }
}

/** What live regions say from now on, with how urgently. */
async function listen(app: RunningApp): Promise<() => Promise<string[]>> {
  await app.page.evaluate(() => {
    const said: string[] = [];
    window.said = said;
    const politeness = (node: Node): string | null => {
      const element = node instanceof Element ? node : node.parentElement;
      const live = element?.closest('[aria-live], [role="status"], [role="alert"]');
      if (!live) return null;
      const role = live.getAttribute('role') === 'alert' ? 'assertive' : 'polite';
      const how = live.getAttribute('aria-live') ?? role;
      return how === 'off' ? null : how;
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        for (const node of type === 'characterData' ? [target] : addedNodes) {
          const text = node.textContent?.trim() ?? '';
          const how = politeness(node);
          if (text !== '' && how !== null) said.push(`${how}: ${text}`);
        }
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => app.page.evaluate(() => [...window.said]);
}

/**
 * 400 % zoom makes 1280 px into 320 (WCAG 1.4.10): the transcript and what one writes have all of them, nothing scrolls
 * sideways but what is wide itself, and the list of sessions lies over the page while one asks for it.
 */
async function expectReflow(app: RunningApp): Promise<void> {
  const { page, transcript, sidebar } = app;
  const open = page.getByRole('button', { name: 'Projects and sessions' });
  const drawer = page.getByRole('dialog', { name: 'Projects and sessions' });
  await expect(open).toHaveCount(0);
  await page.setViewportSize({ width: 320, height: 720 });
  await expect(open).toBeVisible();
  await expect(sidebar).toHaveCount(0);
  const beyond = () =>
    page.evaluate(() => {
      const boxes = [...document.querySelectorAll('html, main, [role=log]')];
      const parts = [...document.querySelectorAll('[role=log] [role=article] > *, [data-composer], header > *')];
      return {
        scrolls: boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
        cut: parts.filter((part) => {
          const { left, right } = part.getBoundingClientRect();
          return left < 0 || right > 320;
        }).length,
        articles: document.querySelectorAll('[role=log] [role=article]').length > 2,
        wide: (document.querySelector('[data-composer]')?.clientWidth ?? 0) > 260,
      };
    });
  await expect.poll(beyond).toEqual({ scrolls: 0, cut: 0, articles: true, wide: true });
  await expectAccessible(app, 'a narrow window');

  await open.click();
  const row = drawer.getByRole('navigation').locator('[data-session-row]');
  await expect(row).toBeFocused();
  await expectAccessible(app, 'the sidebar over the page');
  await app.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(open).toBeFocused();
  await app.press('Mod+Shift+e');
  await expect(row).toBeFocused();
  await app.press('Enter');
  await expect(drawer).toHaveCount(0);
  await expect(open).toBeFocused();
  // Of a window that is as low as that zoom makes it the transcript has the greater part.
  await page.setViewportSize({ width: 320, height: 200 });
  await expect.poll(() => transcript.evaluate((log) => log.clientHeight)).toBeGreaterThan(100);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(sidebar).toBeVisible();
  await expect(open).toHaveCount(0);
}

test('every card has its role and name, answers are announced once, requests at once, nothing moves', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  test.slow();
  const scenes = join(folder, 'scenes.json');
  writeFileSync(scenes, JSON.stringify({ compact: COMPACTED }));
  writeSettings(home, { agents: [fakeAgent(folder, { name: 'Fake', config: { scenes } }).setting] });
  const cwd = project('orchard');
  writeFileSync(join(cwd, 'notes.txt'), 'A line of notes\n'.repeat(40));
  const app = await launchApp({ args: [cwd] });
  const { page, transcript } = app;
  await app.newSession('Fake');

  // Announcements: a text that streams is told once, at its end; the same words again are told again.
  const said = await listen(app);
  const answers = async () => (await said()).filter((line) => line.includes('Fake has answered'));
  await app.send('!stream 60 120');
  await expect.poll(answers).toHaveLength(1);
  expect((await answers())[0]).toMatch(/^polite: Fake has answered\. chunk-0 chunk-1 .*chunk-59$/);
  await app.send('!say Very well.');
  await expect.poll(answers).toHaveLength(2);
  await app.send('!say Very well.');
  await expect.poll(answers).toHaveLength(3);
  expect((await answers()).slice(1)).toEqual(Array(2).fill('polite: Fake has answered. Very well.'));
  // Nothing else told any piece of it.
  expect((await said()).filter((line) => line.includes('chunk-'))).toHaveLength(1);

  // Every kind of card.
  await app.send(
    `!think Deep\n!tool read\n!tool search\n!diff\n!failtool\n!output 2\n!planlist\n!todos\n!task\n!notice\n!genimage icon.png\n!say Done **well** in [the notes](notes.txt).`,
  );
  await expect(transcript.getByText('Done well')).toBeVisible();
  await app.send('compact');
  await app.send('!usage 1000 2000 0.5\n!output 4000');
  await expect(transcript.getByRole('button', { name: 'Open all' })).toBeVisible();
  await app.send('!error -32603 Broken');
  const failed = page.getByRole('region', { name: 'The turn failed' });
  await expect(failed).toBeVisible();
  const card = (name: string | RegExp) => transcript.getByRole('article', { name });
  await expect(card(/^Notice$/).last()).toMatchAriaSnapshot(`
    - article "Notice":
      - region "The turn failed":
        - heading "The turn failed" [level=3]
        - paragraph: /Broken/
        - button "Try again"
  `);
  await expect(card('Tool: make').last()).toMatchAriaSnapshot(`
    - 'article "Tool: make"':
      - button /^Ran make exit 0/ [expanded]
      - button "Open all"
      - text: /first 12 lines of \\d+ KB$/
  `);
  await expect(card('Unknown update')).toMatchAriaSnapshot(`
    - article "Unknown update":
      - button /weather_update$/
  `);
  await expect(card('Notice').nth(-2)).toMatchAriaSnapshot(
    `- article "Notice": The agent summed up the conversation to make room.`,
  );
  await expect(card('Answer of Fake').last()).toMatchAriaSnapshot(`
    - article "Answer of Fake":
      - paragraph:
        - text: Done
        - strong: well
        - text: in
        - button "the notes"
      - group "Message actions":
        - button "Fork from here"
  `);
  await expect(card('Picture: A red square')).toMatchAriaSnapshot(`
    - 'article "Picture: A red square"':
      - text: Made a picture icon.png
      - paragraph: A red square
      - 'button "Open the picture: A red square"':
        - img "A red square"
  `);
  await expect(card('Notice').nth(-3)).toMatchAriaSnapshot(`
    - article "Notice":
      - text: "The agent says:"
      - paragraph: Almost full
      - paragraph: Little room is left
  `);
  await expect(card('Subtask: Explore the tabs')).toMatchAriaSnapshot(`
    - 'article "Subtask: Explore the tabs"':
      - button /^Subtask Explore the tabs/ [expanded=false]
  `);
  await expect(page.getByRole('complementary', { name: 'Session panel' })).toMatchAriaSnapshot(`
    - complementary "Session panel":
      - region "Todos":
        - heading "Todos" [level=2]
        - list:
          - listitem: Read the code done
          - listitem: Fix the fault at work
          - listitem: Run the tests to do
        - heading "Subtask" [level=2]
        - list:
          - listitem: Explore the tabs done
        - heading "Context" [level=2]
        - meter "Context"
  `);

  // What opens from the cards.
  await transcript.getByRole('button', { name: 'Open all' }).click();
  await expect(page.getByRole('dialog').getByText('4,000 lines')).toBeVisible();
  // Each line stays one, however long: the next lies right below it.
  const row = page.getByRole('dialog').locator('[data-row="0"]');
  expect(await row.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('pre');
  await expectAccessible(app, 'whole output');
  await app.press('Escape');
  await transcript.getByRole('button', { name: 'Open the picture: A red square' }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'A red square' })).toBeVisible();
  await expectAccessible(app, 'lightbox');
  await app.press('Escape');
  await transcript.getByRole('button', { name: 'the notes' }).click();
  await expect(page.getByRole('region', { name: 'Text of the file' })).toBeVisible();
  await expectAccessible(app, 'file pane');
  await app.press('Escape');
  await expect(page.getByRole('region', { name: 'Text of the file' })).toHaveCount(0);
  await app.press('Mod+Shift+o');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(app, 'outline');
  await app.press('Escape');

  await expectReflow(app);

  // Those that stand above.
  await transcript.focus();
  await app.press('Home');
  await expect(card('Answer of Fake').first()).toContainText('chunk-0');
  await expect(card('Your message').nth(3)).toMatchAriaSnapshot(`
    - article "Your message":
      - text: "You wrote:"
      - group "Message actions":
        - button "Edit and resend"
        - button "Fork from here"
      - text: /think Deep/
  `);
  await expect(card('Thought')).toMatchAriaSnapshot(`
    - article "Thought":
      - button /^Thought/ [expanded=false]
  `);
  await expect(card('2 tools')).toMatchAriaSnapshot(`
    - article "2 tools":
      - button "Read 1 file, searched once" [expanded=false]
  `);
  // Lines with their signs, without the column of numbers.
  await expect(card('Tool: Edit out.txt')).toMatchAriaSnapshot(`
    - 'article "Tool: Edit out.txt"':
      - button "Edited out.txt 2 lines added, 1 removed" [expanded]
      - toolbar "Diff":
        - button "Side by side"
        - button "Ignore whitespace"
        - button "Copy patch"
        - button "Open file"
      - code: one - two + 2 three + four
  `);
  await expect(card('Tool: A tool that fails, failed')).toMatchAriaSnapshot(`
    - 'article "Tool: A tool that fails, failed"':
      - button /^Ran A tool that fails failed/ [expanded]
      - text: it broke
  `);
  await expect(card('Tool: make').first()).toMatchAriaSnapshot(`
    - 'article "Tool: make"':
      - button /^Ran make exit 0/ [expanded]
      - button "Raw input and output"
      - text: /line 1 of output line 2 of output/
  `);
  await expect(card('Plan')).toMatchAriaSnapshot(`
    - article "Plan":
      - button "Plan 1/3" [expanded]
      - list:
        - listitem: Read code done
        - listitem: Write fix at work
        - listitem: Run tests to do
  `);
  await app.press('Mod+f');
  await page.keyboard.type('chunk-5');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^\d+ of 11$/);
  await expectAccessible(app, 'find');
  await app.press('Escape');

  // Requests: each is told at once, and once.
  const asks: [command: string, told: RegExp, shape: string][] = [
    [
      '!permission',
      /^assertive: Fake asks for permission\./,
      `
        - region "Permission request":
          - heading "Run a command?" [level=3]
          - button "Allow once"
          - button "Allow always"
          - button "Reject"
          - button "Reject always"
      `,
    ],
    [
      '!question multi',
      /^assertive: Fake has a question\./,
      `
        - region "Question":
          - heading "Which colour?" [level=3]
          - radiogroup "Which colour?":
            - radio "Red"
            - radio "Blue"
          - button "Next"
          - button "Skip…"
          - button "Cancel"
      `,
    ],
    [
      '!plan',
      /^assertive: Fake proposes a plan\./,
      `
        - region "Plan review":
          - heading "Plan review" [level=3]
          - toolbar /^Lines of the plan/:
            - button "Comment on line 1"
            - heading "Refactor the tabs" [level=3]
          - button "Accept and build"
          - button "Comment and reject"
          - button "Edit"
          - button "Dismiss"
      `,
    ],
  ];
  for (const [command, told, shape] of asks) {
    await app.send(command);
    await expect(card('Request').last()).toMatchAriaSnapshot(shape);
    const times = async () => (await said()).filter((line) => told.test(line)).length;
    await expect.poll(times).toBe(1);
    await app.stopButton.click();
    await expect(app.stopButton).toBeHidden();
    expect(await times()).toBe(1);
  }

  // With less motion nothing moves, also while somebody works and something opens; else something does.
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await app.send('!hang');
  await expect(transcript.getByText(/^Working, /)).toBeVisible();
  await app.press('Mod+/');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await moving()).toBe(0);
  await app.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(moving).toBeGreaterThan(0);
  // What goes as it is pressed leaves the focus where one is: at the message, in the row.
  await app.stopButton.focus();
  await app.press('Enter');
  await expect(app.stopButton).toBeHidden();
  await expect(app.message).toBeFocused();
  await app.send('!error -32603 Again');
  const sent = card('Your message').filter({ hasText: '!error -32603 Again' });
  await expect(sent).toHaveCount(1);
  await expect(app.stopButton).toBeHidden();
  await failed.getByRole('button', { name: 'Try again' }).last().focus();
  await app.press('Enter');
  await expect(sent).toHaveCount(2);
  await expect(app.stopButton).toBeHidden();
  await expect(transcript.locator(':focus').or(page.locator('[role="log"]:focus'))).toHaveCount(1);
});
