import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { fakeAgent, writeSettings } from './settings';
import { words } from './words';

type Row = Readonly<Record<string, string>>;
const STATUSES = ['idle', 'idle', 'idle', 'failed', 'interrupted', 'done'];

/** A profile that has grown: sessions like the one that is there, over two projects, some of them children. */
function grow(home: string, count: number, otherProject: string): void {
  const database = new DatabaseSync(join(home, 'signalbox.db'));
  database.exec('begin');
  database
    .prepare(`insert into project (id, path, name, position, created_at) values ('other', ?, 'orchard', 9, 0)`)
    .run(otherProject);
  const first: Row | undefined = database.prepare('select id, project_id, agent_id, cwd from session').get();
  const head: Row | undefined = database.prepare('select json from session_head').get();
  if (first === undefined || head === undefined) throw new Error('there is no session to begin with');
  const { id, project_id, agent_id, cwd } = first;
  const session = database.prepare(
    `insert into session (id, project_id, agent_id, cwd, title, status, at_agent, waiting, unread, pinned, archived,
     created_at, updated_at, chosen_options, parent_id, imported)
     values (?, ?, ?, ?, ?, ?, 'detached', '[]', ?, ?, 0, ?, ?, '{}', ?, 0)`,
  );
  const heads = database.prepare('insert into session_head (session_id, seq, json) values (?, 0, ?)');
  for (let index = 0; index < count; index += 1) {
    const own = `s${index}`;
    const status = STATUSES[index % STATUSES.length] ?? 'idle';
    const at = Date.now() - index * 600_000;
    const inOther = index % 4 === 3;
    const project = inOther ? 'other' : (project_id ?? '');
    const parent = index % 50 === 4 ? `s${index - 4}` : null;
    const title = `Topic ${index % 97}: session ${index}`;
    const place = inOther ? otherProject : (cwd ?? '');
    session.run(
      own,
      project,
      agent_id ?? '',
      place,
      title,
      status,
      Number(status === 'done'),
      Number(index === 8),
      at,
      at,
      parent,
    );
    const json = head['json']?.replaceAll(id ?? '', own) ?? '';
    heads.run(own, json);
  }
  database.exec('commit');
  database.close();
}

/** Milliseconds from a change of the filter to the frame that shows it; the best of a few, since others use the machine. */
function filterMs(app: RunningApp, texts: readonly string[]): Promise<number> {
  return app.page.evaluate(async (all) => {
    const field = document.querySelector<HTMLInputElement>('[data-session-filter]');
    if (field === null) throw new Error('there is no filter');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const took: number[] = [];
    for (const text of all) {
      await frame();
      field.select();
      const started = performance.now();
      document.execCommand('insertText', false, text);
      await frame();
      await frame();
      took.push(performance.now() - started);
    }
    return Math.min(...took);
  }, texts);
}

/** The time between frames while the list is scrolled from top to bottom, in ms: what most of them took, and the worst. */
function scrollMs(app: RunningApp): Promise<{ median: number; p95: number }> {
  return app.page.evaluate(async () => {
    const scroller = document.querySelector('[data-session-row]')?.closest('.overflow-y-auto');
    if (!scroller) throw new Error('there is no list');
    const gaps: number[] = [];
    let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    for (let step = 0; step < 120; step += 1) {
      scroller.scrollTop += 300;
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      gaps.push(now - before);
      before = now;
    }
    scroller.scrollTop = 0;
    gaps.sort((a, b) => a - b);
    return { median: gaps[60] ?? 0, p95: gaps[114] ?? 0 };
  });
}

test('AC-38: two thousand sessions are grouped, filtered, chosen together and switched between without a hitch', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const agent = fakeAgent(folder, { name: 'Ash' });
  writeSettings(home, { agents: [agent.setting] });
  const first = await launchApp({ args: [project('meadow')] });
  await first.newSession('Ash');
  await first.send('The first');
  await expect(first.transcript.getByText('Echo: The first')).toBeVisible();
  await first.end();
  grow(home, 2000, project('orchard'));

  const app = await launchApp();
  const { page, sidebar, sessions } = app;
  await expect(sessions.first()).toHaveAttribute('aria-setsize', '1961');
  const filterTook = await filterMs(app, ['topic 42', 'topic', 'session 19', 'topic 7']);
  const scrolled = await scrollMs(app);
  test.info().annotations.push({ type: 'figures', description: JSON.stringify({ filterTook, ...scrolled }) });
  expect(filterTook).toBeLessThan(100);
  expect(scrolled.median).toBeLessThan(25);

  // Filtered by words, and by what the menu offers.
  const filter = sidebar.getByRole('textbox', { name: 'Filter sessions' });
  await filter.fill('topic 42:');
  await expect(sidebar.getByText('21 of 2001 sessions')).toBeVisible();
  await sidebar.getByRole('button', { name: 'Group and filter' }).click();
  await page.getByRole('menuitemradio', { name: 'Status' }).click();
  await expect(sidebar.getByRole('heading', { name: 'Failed' })).toBeVisible();
  await expect(sidebar.getByRole('heading', { name: 'meadow' })).toBeHidden();
  await sidebar.getByRole('button', { name: 'Group and filter' }).click();
  await page.getByRole('menuitem', { name: 'Projects' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'orchard' }).click();
  await app.shotInBothThemes('list-filter-menu');
  await app.press('Escape');
  await app.press('Escape');
  await expect(sidebar.getByText('5 of 2001 sessions')).toBeVisible();
  await sidebar.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(sidebar.getByText('of 2001 sessions')).toBeHidden();

  // A stretch and a single one, archived together.
  await sidebar.getByRole('button', { name: 'Group and filter' }).click();
  await page.getByRole('menuitemradio', { name: 'Project', exact: true }).click();
  await app.row(/: session 1, /).click({ modifiers: ['ControlOrMeta'] });
  await app.row(/: session 5, /).click({ modifiers: ['Shift'] });
  await app.row(/: session 9, /).click({ modifiers: ['ControlOrMeta'] });
  const bar = sidebar.getByRole('toolbar', { name: 'Selected sessions' });
  await expect(bar).toContainText('4 selected');
  await app.shotInBothThemes('list-selected');
  await bar.getByRole('button', { name: 'Archive' }).click();
  await expect(sessions.first()).toHaveAttribute('aria-setsize', '1957');
  await expect(bar).toBeHidden();
  await app
    .row(/: session 0, /)
    .getByRole('button')
    .first()
    .focus();
  await app.press('End');
  await sidebar.getByRole('button', { name: 'Archived 4' }).click();
  await app.press('End');
  await expect(app.row(/: session 9, /)).toBeVisible();
  await sidebar.getByRole('button', { name: 'Archived 4' }).click();
  await app.press('Home');

  // By keys alone: two rows more, and all that is chosen is asked about before it goes.
  await app.row(/: session 0, /).click();
  await app
    .row(/: session 0, /)
    .getByRole('button')
    .first()
    .focus();
  await app.press('ArrowRight');
  await expect(app.row(/: session 4, /)).toContainText('under another session');
  await app.press('Shift+ArrowDown');
  await expect(bar).toContainText('2 selected');
  await app.press('Delete');
  await expect(page.getByRole('dialog', { name: 'Delete 2 sessions?' })).toBeVisible();
  await app.shotInBothThemes('list-delete');
  await app.press('Escape');
  await expect(bar).toContainText('2 selected');

  // Ctrl Tab: held, back again, and taken by letting go.
  await app.row(/: session 10, /).click();
  await app.row(/: session 6, /).click();
  const switcher = page.getByRole('listbox', { name: 'Recent sessions' });
  await page.keyboard.down('Control');
  await page.keyboard.press('Tab');
  await expect(switcher.getByRole('option', { selected: true })).toContainText('session 10');
  await page.keyboard.press('Tab');
  await expect(switcher.getByRole('option', { selected: true })).toContainText('session 0');
  await app.shotInBothThemes('list-switcher');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.up('Control');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('session 10');
  await expect(switcher).toBeHidden();
  await page.keyboard.press('Control+Tab');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('session 6');
});

test('sessions and chats that are elsewhere are listed, and one is opened with its whole history, in Chinese too', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const meadow = project('meadow');
  const elsewhere = project('elsewhere');
  const cursorHome = join(folder, 'cursor');
  const agent = fakeAgent(folder, {
    name: 'Ash',
    adapter: 'cursor',
    config: { listPages: 2 },
    env: { CURSOR_CONFIG_DIR: cursorHome, HOME: folder },
  });
  const old = Array.from({ length: 5 }, (_, index) => ({
    sessionId: `old-${index}`,
    cwd: index === 4 ? elsewhere : meadow,
    title: `An old one, ${index}`,
    updatedAt: new Date(Date.UTC(2026, 4, 1 + index)).toISOString(),
    mode: 'agent',
    values: { model: 'composer', effort: 'medium', fast: false },
    work: [],
    history: ['user', 'agent'].map((who) => ({
      sessionUpdate: `${who}_message_chunk`,
      content: { type: 'text', text: `Said by the ${who} of ${index}.` },
    })),
  }));
  writeFileSync(agent.run.stateFile, JSON.stringify(Object.fromEntries(old.map((one) => [one.sessionId, one]))));
  const chat = join(cursorHome, 'chats', 'bucket', '5f0c-chat');
  mkdirSync(chat, { recursive: true });
  writeFileSync(join(chat, 'meta.json'), JSON.stringify({ cwd: meadow, title: 'Typed by hand', updatedAtMs: 1.78e12 }));
  writeSettings(home, { agents: [agent.setting], locale: 'zh-CN', defaultAgent: 'ash' });
  const zh = (key: string, values?: Record<string, string>) => words(key, values, 'zh-CN');

  const app = await launchApp({ args: [meadow] });
  const { page } = app;
  await page
    .getByRole('navigation')
    .getByRole('button', { name: zh('sidebar.show') })
    .click();
  await app.shot('list-menu-zh');
  await page.getByRole('menuitem', { name: zh('commands.importFromAgents') }).click();
  const list = page.getByRole('list', { name: zh('imports.title') });
  await expect(list.getByRole('listitem')).toHaveCount(6);
  await expect(list.getByText('Typed by hand')).toBeVisible();
  await app.shotInBothThemes('list-import-zh');
  await list
    .getByRole('listitem')
    .filter({ hasText: 'An old one, 3' })
    .getByRole('button', { name: zh('imports.open') })
    .click();
  await expect(page.getByRole('log').getByText('Said by the agent of 3.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('An old one, 3');
  await page
    .getByRole('navigation')
    .getByRole('button', { name: zh('sidebar.show') })
    .click();
  await page.getByRole('menuitem', { name: zh('commands.importFromAgents') }).click();
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await page.getByRole('button', { name: zh('imports.all_other', { count: '3' }) }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await app.shot('list-imported-zh');
});
