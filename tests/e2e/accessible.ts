import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { RunningApp } from './runningApp';

/** No violation of any of axe's rules (WCAG and good practice); in the dark theme only its colours differ. */
export async function expectAccessible(app: RunningApp, screen: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const axe = new AxeBuilder({ page: app.page }).setLegacyMode(true);
    const { violations } = await (colorScheme === 'dark' ? axe.withRules(['color-contrast']) : axe).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`),
    );
    expect(found, `${screen}, ${colorScheme}`).toEqual([]);
  }
}
