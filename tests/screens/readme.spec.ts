import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../e2e/app';
import { writeSettings } from '../e2e/settings';
import { scenes } from './scenes';
import { scriptedAgent } from './scriptedAgent';
import { en } from './speech';

// The pictures of the README (docs/screenshot-*.png): sessions in every state, three of them waiting, one rich in content.
// `npm run screens -- readme` takes them to test-results/screens.

const OUT = join('test-results', 'screens');
const ONLY = process.env['SCREENS_ONLY']?.split(',') ?? ['readme'];

const say = (words: string) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } });

function billing(cwd: string): { prompt: string; steps: object[] } {
  const done = (toolCallId: string, fields: object) => ({
    update: { sessionUpdate: 'tool_call', toolCallId, status: 'completed', ...fields },
  });
  const read = (path: string) =>
    done(`b-${path}`, { title: `Read ${path}`, kind: 'read', locations: [{ path: `${cwd}/${path}` }] });
  const todo = (content: string, status: string) => ({ content, status, priority: 'medium' });
  const file = (...body: string[]) =>
    [
      "import { invoices, orders } from '../store';",
      "import { toInvoice } from './invoice';",
      '',
      'export async function nightly(period: Period): Promise<void> {',
      '  for (const order of await orders.openIn(period)) {',
      ...body.map((line) => `    ${line}`),
      '  }',
      '}',
      '',
    ].join('\n');
  const before = file('await invoices.insert(toInvoice(order));');
  const after = file('const key = `${order.id}:${period.id}`;', 'await invoices.upsert(toInvoice(order), { key });');
  return {
    prompt:
      'Invoices are computed nightly from the orders table. Move them to usage events without double billing anyone.',
    steps: [
      { update: { sessionUpdate: 'session_info_update', title: 'Move billing to usage events' } },
      {
        update: {
          sessionUpdate: 'agent_thought_chunk',
          content: { type: 'text', text: 'A retry must not bill twice, so the job comes first.' },
        },
      },
      ...['src/billing/nightly.ts', 'src/billing/invoice.ts', 'db/schema.sql', 'src/orders.ts', 'src/period.ts'].map(
        read,
      ),
      done('b-search', {
        title: 'Search computeInvoice',
        kind: 'search',
        rawInput: { pattern: 'computeInvoice' },
        rawOutput: { totalMatches: 11 },
      }),
      {
        update: say(
          'Billing reads `orders` in `nightly.ts` and writes each invoice **without a key**, so a retry bills twice. I fixed that first.',
        ),
      },
      done('b-edit', {
        title: 'Edit src/billing/nightly.ts',
        kind: 'edit',
        locations: [{ path: `${cwd}/src/billing/nightly.ts` }],
        content: [{ type: 'diff', path: `${cwd}/src/billing/nightly.ts`, oldText: before, newText: after }],
      }),
      {
        ask: 'cursor/update_todos',
        params: {
          toolCallId: 'b-edit',
          merge: false,
          todos: [
            todo('Find where invoices are computed', 'completed'),
            todo('Make the nightly job idempotent', 'completed'),
            todo('Propose the move to usage events', 'in_progress'),
            todo('Write events on order changes', 'pending'),
            todo('Compare both for one period', 'pending'),
          ].map((one, at) => ({ ...one, id: `t${at}` })),
        },
      },
      { update: { sessionUpdate: 'usage_update', used: 103_400, size: 272_000 } },
      {
        update: {
          sessionUpdate: 'tool_call',
          toolCallId: 'b-plan',
          title: 'Create Plan',
          kind: 'other',
          status: 'in_progress',
          rawInput: { _toolName: 'createPlan' },
        },
      },
      {
        ask: 'cursor/create_plan',
        params: {
          toolCallId: 'b-plan',
          name: 'Usage-event billing',
          overview: '',
          plan: '# Usage-event billing\n\nSwitch invoices to the append-only `usage_event` table, run both for one period, then cut over.',
          todos: [
            { id: 'p1', content: 'Write a usage event wherever an order changes state', status: 'pending' },
            { id: 'p2', content: 'Compute both, store the difference per customer', status: 'pending' },
          ],
        },
      },
    ],
  };
}

interface Told {
  title: string;
  prompt: string;
  steps: object[];
}

/** A session by the name that its agent gives it. */
const titled = (title: string, { prompt, steps }: { prompt: string; steps: object[] }): Told => ({
  title,
  prompt,
  steps: [{ update: { sessionUpdate: 'session_info_update', title } }, ...steps],
});

const asked = (title: string, prompt: string, ...steps: object[]): Told => titled(title, { prompt, steps });

test('the pictures of the README', async ({ launchApp, home, folder, project }) => {
  test.skip(!ONLY.includes('readme'));
  test.setTimeout(180_000);
  mkdirSync(OUT, { recursive: true });
  const ledger = project('ledger-api');
  const atlas = project('atlas-web');
  execFileSync('git', ['init', '-b', 'usage-events'], { cwd: ledger, stdio: 'ignore' });
  execFileSync('git', ['init', '-b', 'main'], { cwd: atlas, stdio: 'ignore' });
  const all = scenes(en, atlas, '');
  const answered = join(folder, 'answered');
  const retry = titled('Explain the retry policy', all.code);
  const migrate = titled('Migrate to Postgres 18', all.error);
  const bundle = titled('Why is the bundle 2 MB?', all.table);
  const theme = asked(
    'Dark mode for the settings',
    'Give the settings page a dark theme.',
    { until: answered },
    { update: say('The page follows the theme of the system now.') },
  );
  const rows = asked(
    'Virtual rows for the table',
    'The table is slow above 2,000 rows. Draw only those that are seen.',
    { update: say('I measure it first.') },
    { until: join(folder, 'never') },
  );
  const dates = titled('Choose a date library', all.question);
  const flaky = titled('Flaky login test on CI', all.permission);
  const main = { title: 'Move billing to usage events', ...billing(ledger) };
  const agent = scriptedAgent(folder, [retry, migrate, bundle, theme, rows, dates, flaky, main]);
  writeSettings(home, { agents: [agent], defaultAgent: agent.id });
  const app = await launchApp({ args: [ledger] });
  const { page } = app;
  const ask = async (told: Told, where: string, state: string | RegExp): Promise<void> => {
    await app.newSession('Cursor', where);
    await app.send(told.prompt);
    await expect(app.row(told.title)).toContainText(state);
  };
  await ask(retry, 'ledger-api', /Done|Idle/);
  await ask(migrate, 'ledger-api', /failed/i);
  await app.pickFolder(atlas);
  await app.sidebar.getByRole('button', { name: 'New session', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Add a folder…' }).click();
  await ask(bundle, 'atlas-web', /Done|Idle/);
  await ask(theme, 'atlas-web', 'Working');
  await ask(rows, 'atlas-web', 'Working');
  await ask(dates, 'atlas-web', 'question');
  await ask(flaky, 'ledger-api', 'run');
  await ask(main, 'ledger-api', 'plan');
  writeFileSync(answered, '');
  await expect(app.row(theme.title)).toContainText('Done');
  // Twice as fine as the window, for screens that are.
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2));
  await page.setViewportSize({ width: 2880, height: 1920 });
  await page.mouse.move(700, 500);
  await page.mouse.move(0, 0);
  await expect(app.card('Plan review')).toBeVisible();
  await expect(app.transcript.locator('.diff, .diff-view').first()).toBeVisible();
  // Colours come from a worker, once for both themes.
  await expect(app.transcript.locator('diffs-container [data-line] span[style*="--tk-"]').first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.screenshot({ path: join(OUT, `readme-${colorScheme}.png`), animations: 'disabled' });
  }
  await app.quit();
});
