import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../e2e/app';
import { writeSettings } from '../e2e/settings';
import { scenes } from './scenes';
import { scriptedAgent } from './scriptedAgent';
import { en } from './speech';

// The pictures of the README (docs/screenshot-*.png): several sessions, three of them waiting, one rich in content.
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
  const before = 'for (const order of orders) {\n  await invoices.insert(toInvoice(order));\n}\n';
  const after =
    'for (const order of orders) {\n  const key = `${order.id}:${period.id}`;\n  await invoices.upsert(toInvoice(order), { key });\n}\n';
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
          plan: '# Usage-event billing\n\nSwitch invoices to the append-only `usage_event` table, run both for one period, compare, then cut over.',
          todos: [
            { id: 'p1', content: 'Write a usage event wherever an order changes state', status: 'pending' },
            { id: 'p2', content: 'Compute both, store the difference per customer', status: 'pending' },
          ],
        },
      },
    ],
  };
}

test('the pictures of the README', async ({ launchApp, home, folder, project }) => {
  test.skip(!ONLY.includes('readme'));
  test.setTimeout(180_000);
  mkdirSync(OUT, { recursive: true });
  const ledger = project('ledger-api');
  const atlas = project('atlas-web');
  execFileSync('git', ['init', '-b', 'usage-events'], { cwd: ledger, stdio: 'ignore' });
  execFileSync('git', ['init', '-b', 'main'], { cwd: atlas, stdio: 'ignore' });
  const { table, code, error, permission, question } = scenes(en, atlas, '');
  const main = billing(ledger);
  const agent = scriptedAgent(folder, [table, code, error, permission, question, main]);
  writeSettings(home, { agents: [agent], defaultAgent: agent.id });
  const app = await launchApp({ args: [ledger] });
  const { page } = app;
  await app.newSession('Cursor', 'ledger-api');
  await app.send(error.prompt);
  await expect(page.getByRole('region', { name: 'The turn failed' })).toBeVisible();
  await app.pickFolder(atlas);
  await app.sidebar.getByRole('button', { name: 'New session', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Add a folder…' }).click();
  for (const { prompt } of [table, code]) {
    await app.newSession('Cursor', 'atlas-web');
    await app.send(prompt);
    await expect(app.row(prompt)).toContainText(/Done|Idle/);
  }
  await app.newSession('Cursor', 'atlas-web');
  await app.send(question.prompt);
  await expect(app.card('Question')).toBeVisible();
  for (const { prompt, card } of [
    { ...permission, card: app.card('Permission request') },
    { ...main, card: app.card('Plan review') },
  ]) {
    await app.newSession('Cursor', 'ledger-api');
    await app.send(prompt);
    await expect(card).toBeVisible();
  }
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.mouse.move(700, 500);
  await page.mouse.move(0, 0);
  await expect(app.transcript.locator('.diff, .diff-view').first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours come from a worker.
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(OUT, `readme-${colorScheme}.png`), animations: 'disabled' });
  }
  await app.quit();
});
