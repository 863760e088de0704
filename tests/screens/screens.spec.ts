import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../e2e/app';
import { writeSettings } from '../e2e/settings';
import { NIGHTLY, type Scenes, scenes } from './scenes';
import { scriptedAgent } from './scriptedAgent';
import { en, zh } from './speech';
import { ONLY, OUT, Screens, wanted } from './stage';

// Pictures of everything that people look at, in both languages and themes, in a usual window, a very large one and at
// 200 % zoom: to be looked at, side by side (docs/design.md). Those of agents, sign-ins and questions: agents.spec.ts, asking.spec.ts.

const catalogue = ['cursor', 'claude', 'codex', 'gemini', 'opencode', 'copilot'];

test.beforeAll(() => mkdirSync(OUT, { recursive: true }));

for (const language of ['en', 'zh-CN'] as const) {
  test(`empty states in ${language}`, async ({ launchApp, home, project }) => {
    test.setTimeout(600_000);
    test.skip(ONLY !== undefined && !ONLY.some((part) => part.startsWith('empty')));
    writeSettings(home, { locale: language, hiddenAgents: catalogue });
    const app = await launchApp();
    const screens = new Screens(app, language);
    await expect(app.page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await screens.take('empty-no-agents');
    for (const section of ['general', 'agents', 'mcp', 'data', 'about']) {
      await app.press('Mod+,');
      await app.page
        .getByRole('navigation', { name: screens.say('settings.sections') })
        .getByRole('button', { name: screens.say(`settings.${section}`), exact: true })
        .click();
      await screens.take(`empty-settings-${section}`);
    }
    await app.press('Escape');
    await app.press('Mod+Shift+f');
    await screens.take('empty-search');
    await app.quit();

    writeSettings(home, { locale: language });
    const second = await launchApp({ args: [] });
    const more = new Screens(second, language);
    await expect(second.page.getByRole('button', { name: more.say('home.tryDemo') })).toBeVisible();
    await more.take('empty-home');
    await second.pickFolder(project('ledger-api'));
    await second.page.getByRole('button', { name: more.say('home.openFolder') }).click();
    await expect(second.page.getByRole('heading', { name: more.say('newSession.title') })).toBeVisible();
    await more.take('empty-project');
    const agents = second.page.getByRole('radio');
    await more.point(
      'empty-project-point',
      second.page.getByRole('button', { name: more.say('newSession.addFolder') }).last(),
      agents.first(),
    );
    await second.page.getByRole('button', { name: more.say('sidebar.show') }).click();
    await second.page.getByRole('menuitem', { name: more.say('commands.importFromAgents') }).click();
    await more.take('empty-import');
  });

  test(`a session of each kind in ${language}`, async ({ launchApp, home, folder, project }) => {
    test.setTimeout(1_200_000);
    const cwd = project('ledger-api');
    project('atlas-web');
    const git = (...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' });
    git('init', '-b', 'usage-events');
    mkdirSync(join(cwd, 'src', 'billing'), { recursive: true });
    writeFileSync(join(cwd, 'src', 'billing', 'nightly.ts'), NIGHTLY);
    const picture = readFileSync(join('docs', 'screenshot-light.png')).toString('base64');
    const all: Scenes = scenes(language === 'en' ? en : zh, cwd, picture);
    const setting = scriptedAgent(folder, Object.values(all));
    writeSettings(home, { locale: language, agents: [setting], defaultAgent: setting.id });
    const app = await launchApp({ args: [cwd] });
    const { page } = app;
    const screens = new Screens(app, language);
    const message = page.getByRole('textbox', { name: screens.say('composer.message') });
    const log = page.getByRole('log', { name: screens.say('transcript.region') });
    const start = async (): Promise<void> => {
      await page
        .getByRole('button', { name: screens.say('sidebar.newSession'), exact: true })
        .first()
        .click();
      await page.getByRole('radio', { name: /^Cursor/ }).click();
      await page.getByRole('button', { name: screens.say('newSession.start') }).click();
      await expect(message).toBeFocused();
    };
    await start();
    await expect(page.getByRole('button', { name: screens.say('composer.stop'), exact: true })).toBeHidden();
    await screens.take('empty-session');
    const open: readonly string[] = ['plan', 'permission', 'question'];
    let isFirst = true;
    for (const [name, { prompt }] of Object.entries(all)) {
      // What is searched for was said in one of them.
      if (!wanted(name) && !(name === 'todos' && (wanted('search-hits') || wanted('palette-query')))) continue;
      if (!isFirst) await start();
      isFirst = false;
      await message.fill(prompt);
      await expect(page.getByRole('button', { name: screens.say('composer.send') })).toBeEnabled();
      await message.press('Enter');
      await expect(message).toHaveValue('');
      if (open.includes(name))
        await expect(page.getByRole('region', { name: screens.say(`requests.${name}.region`) })).toBeVisible();
      else await expect(page.getByRole('button', { name: screens.say('composer.stop'), exact: true })).toBeHidden();
      if (name === 'answer') {
        await screens.take('answer');
        await screens.take('answer-top', { prepare: () => log.press('Home') });
        await app.press('Mod+f');
        await page.keyboard.type(language === 'en' ? 'invoice' : '订单');
        await screens.take('answer-find');
        await app.press('Escape');
      } else if (name === 'diff') {
        await screens.take(name);
        await log
          .getByRole('button', { name: screens.say('tools.sideBySide') })
          .first()
          .click();
        await screens.take('diff-split');
        await log
          .getByRole('button', { name: screens.say('tools.sideBySide') })
          .first()
          .click();
      } else if (name === 'table' || name === 'code') {
        await screens.take(name);
        await screens.point(
          `${name}-point`,
          log.locator(name === 'table' ? 'td' : 'pre').last(),
          log.getByRole('article').last(),
        );
      } else if (name === 'drawing') {
        await screens.take(name);
        await log.getByRole('button', { name: screens.say('transcript.openDiagram', { source: 'graph LR' }) }).click();
        await screens.take('drawing-open');
        await app.press('Escape');
      } else if (name === 'reads' || name === 'subtask') {
        await screens.take(name);
        // Those of the reads' group and of each subtask; one that is opened is no longer among them.
        const closed = log.locator('button[aria-expanded="false"]');
        for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
        await screens.take(`${name}-open`);
      } else if (name === 'output') {
        await screens.take(name);
        await log.getByRole('button', { name: screens.say('tools.openAll') }).click();
        const close = page.getByRole('button', { name: screens.say('common.close') });
        await screens.take('output-viewer');
        await close.click();
        await log.getByRole('button', { name: 'src/billing/nightly.ts' }).click();
        await screens.take('output-file');
        await app.press('Escape');
        for (const next of [all.table, all.diff]) {
          await message.fill(next.prompt);
          await message.press('Enter');
          await expect(message).toHaveValue('');
          await expect(page.getByRole('button', { name: screens.say('composer.stop'), exact: true })).toBeHidden();
        }
        await app.press('Mod+Shift+o');
        await screens.take('output-outline');
        await app.press('Escape');
        const row = page.getByRole('list', { name: screens.say('sidebar.sessions') }).getByRole('button');
        await screens.point('output-point-1', row.last(), row.first());
        await screens.point('output-point-2', log.locator('.diff-view').first(), log.locator('.md-table-scroll'));
        await screens.point(
          'output-point-3',
          page.getByRole('button', { name: screens.say('sidebar.newSession'), exact: true }).first(),
          page.getByRole('button', { name: screens.say('session.actions') }),
        );
        await screens.point(
          'output-point-4',
          page.getByRole('button', { name: screens.say('commands.outline') }),
          log.getByRole('article').last(),
        );
      } else await screens.take(name);
      if (name === 'permission' || name === 'question') {
        const card = page.getByRole('region', { name: screens.say(`requests.${name}.region`) });
        const [over, at] =
          name === 'permission'
            ? [card.getByRole('button').last(), card]
            : [card.getByRole('radio').last(), card.getByRole('radio').first()];
        await screens.point(`${name}-point`, over, at);
      }
    }
    const said = language === 'en' ? 'double billing' : '重复扣费';
    if (wanted('search-hits')) {
      await app.press('Mod+Shift+f');
      await page.keyboard.type(said);
      await expect(page.getByRole('listbox', { name: screens.say('search.results') })).toBeVisible();
      await screens.take('search-hits');
      await app.press('Escape');
    }
    await app.press('Mod+Shift+f');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('zebra');
    await screens.take('search-no-hits');
    await app.press('Escape');
    await app.press('Mod+k');
    await screens.take('palette');
    await page.keyboard.type(said);
    await screens.take('palette-query');
    await app.press('Escape');
    // A turn that waits for an answer is no end.
    await app.quit();
  });
}
