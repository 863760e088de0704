import { defineConfig } from '@playwright/test';

// Started by `node scripts/test.mjs e2e|agents`, which brings the display, the runtime (SIGNALBOX_ELECTRON) and the build.
// Pictures of flows are written by the tests to test-results/*.png, beside Playwright's own folder, which it empties.
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/playwright',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  projects: [
    { name: 'e2e', testMatch: '*.spec.ts', testIgnore: 'realAgents.spec.ts' },
    { name: 'screens', testDir: 'tests/screens', testMatch: '*.spec.ts' },
    { name: 'chaos', testDir: 'tests/chaos', testMatch: '*.spec.ts' },
    // Each of these installs and starts an agent that others wrote: what that takes is not ours to bound tightly.
    { name: 'agents', testMatch: 'realAgents.spec.ts', timeout: 240_000, expect: { timeout: 30_000 } },
  ],
});
