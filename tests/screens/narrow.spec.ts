import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../e2e/app';
import { openWithRegistry } from '../e2e/registryHere';
import { writeSettings } from '../e2e/settings';
import { NIGHTLY, scenes } from './scenes';
import { scriptedAgent } from './scriptedAgent';
import { en, zh } from './speech';
import { NARROW, pictures, Screens } from './stage';

// Everything in a window 320 px wide, as 400 % zoom makes one of 1280: nothing may be cut, and only code, tables, diffs and
// output scroll sideways.

pictures('narrow', async ({ home, folder, project, language, screens }) => {
  const cwd = project('ledger-api');
  const git = (...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' });
  git('init', '-b', 'usage-events');
  mkdirSync(join(cwd, 'src', 'billing'), { recursive: true });
  writeFileSync(join(cwd, 'src', 'billing', 'nightly.ts'), NIGHTLY);
  const drawn = readFileSync(join('docs', 'screenshot-light.png')).toString('base64');
  const all = scenes(language === 'en' ? en : zh, cwd, drawn);
  const setting = scriptedAgent(folder, Object.values(all));
  writeSettings(home, { locale: language, agents: [setting], defaultAgent: setting.id });
  const stage = await screens({ args: [cwd] });
  const { app, page } = stage;
  const sizes = NARROW;
  const log = page.getByRole('log', { name: stage.say('transcript.region') });
  await expect(page.getByRole('heading', { name: stage.say('newSession.title') })).toBeVisible();
  await stage.take('narrow-new-session', { sizes });
  await stage.newSession('Cursor');
  await stage.take('narrow-empty-session', { sizes });

  for (const name of ['answer', 'table', 'code', 'diff', 'terminal', 'reads', 'todos', 'subtask', 'error'] as const) {
    await stage.send(all[name].prompt);
    await expect(stage.button('composer.stop')).toBeHidden();
    const last = log.getByRole('article').last();
    await stage.take(`narrow-${name}`, { sizes, prepare: () => last.scrollIntoViewIfNeeded() });
  }
  await stage.take('narrow-panel', {
    sizes,
    prepare: async () => {
      if (await stage.button('session.showPanel').isVisible()) await stage.button('session.showPanel').click();
    },
  });
  await stage.button('session.hidePanel').click();
  const edited = log.getByRole('toolbar', { name: stage.say('tools.diffTools') }).last();
  await edited.getByRole('button', { name: stage.say('tools.openFile') }).click();
  await stage.take('narrow-file', { sizes });
  await app.press('Escape');
  await app.press('Mod+f');
  await stage.take('narrow-find', { sizes });
  await app.press('Escape');
  await app.press('Mod+Shift+o');
  await stage.take('narrow-outline', { sizes });
  await app.press('Escape');
  await stage.take('narrow-sidebar', { sizes, prepare: () => app.press('Mod+Shift+e') });
  await app.press('Mod+k');
  await stage.take('narrow-palette', { sizes });
  await app.press('Escape');
  await app.press('Mod+/');
  await stage.take('narrow-shortcuts', { sizes });
  await app.press('Escape');
  await app.press('Mod+Shift+i');
  await expect(page.getByRole('heading', { name: stage.say('inspector.title') })).toBeVisible();
  await stage.take('narrow-inspector', { sizes });
  await stage.button('common.back').click();
  await app.press('Mod+Shift+f');
  await stage.take('narrow-search', { sizes });
  await page.keyboard.type(language === 'en' ? 'double billing' : '重复扣费');
  await stage.take('narrow-search-hits', { sizes });
  await app.press('Escape');
  for (const section of ['general', 'agents', 'mcp', 'data', 'about']) {
    await stage.openSettings(section);
    await stage.take(`narrow-settings-${section}`, { sizes });
  }
  await stage.openSettings('agents');
  await stage.button('agents.editName', { name: 'Cursor' }).click();
  const form = page.getByRole('form');
  await stage.take('narrow-agent-form', { sizes, prepare: () => form.evaluate((node) => node.scrollIntoView()) });
  await form.getByRole('button', { name: stage.say('common.cancel') }).click();
  await app.press('Escape');
  await stage.button('sidebar.show').click();
  await page.getByRole('menuitem', { name: stage.say('commands.importFromAgents') }).click();
  await stage.take('narrow-import', { sizes });
  await stage.button('common.back').click();

  await stage.newSession('Cursor');
  await stage.send(all.output.prompt);
  await log.getByRole('button', { name: stage.say('tools.openAll') }).click();
  await stage.take('narrow-viewer', { sizes });
  await stage.button('common.close').click();
  await stage.send(all.image.prompt);
  await log.getByRole('button', { name: stage.say('transcript.openPicture', { name: '' }).trim() }).click();
  await stage.take('narrow-picture', { sizes });
  await app.press('Escape');
  for (const name of ['permission', 'question', 'plan'] as const) {
    await stage.newSession('Cursor');
    await stage.send(all[name].prompt);
    await expect(page.getByRole('region', { name: stage.say(`requests.${name}.region`) })).toBeVisible();
    await stage.take(`narrow-${name}`, { sizes });
  }
  // A turn that waits for an answer is no end.
  await app.quit();
});

pictures('narrow-registry', async ({ home, folder, language, launchApp }) => {
  const { app, server } = await openWithRegistry({ folder, home, launchApp }, { locale: language });
  try {
    const stage = new Screens(app, language);
    const { page } = stage;
    const sizes = NARROW;
    await stage.take('narrow-home', { sizes });
    const dialog = page.getByRole('dialog', { name: stage.say('registry.title') });
    await page.getByRole('button', { name: `${stage.say('home.setUp')}, Claude` }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await dialog.getByRole('searchbox').fill('');
    await expect(dialog.getByRole('listitem')).toHaveCount(6);
    await stage.take('narrow-registry', { sizes });
  } finally {
    await server.close();
  }
});
