import type { SessionUsage } from '@shared/session/state';
import { describe, expect, it } from 'vitest';
import { UsageSection } from './UsageSection';
import { drawn } from '../../testing/english';

const draw = (usage: SessionUsage) => drawn(<UsageSection usage={usage} />);

describe('AC-94 usage', () => {
  it('that an agent does not report is said to be so, without a meter and without a zero', () => {
    const html = draw({});
    expect(html).toContain('not reported');
    expect(html).not.toContain('<meter');
    expect(html.replaceAll(/<[^>]*>/g, '')).not.toMatch(/\d/);
  });

  it('of a count without a size is the count alone', () => {
    const html = draw({ used: 12_000 });
    expect(html).toContain('12k');
    expect(html).not.toContain('<meter');
  });

  it('of both has a meter', () => {
    expect(draw({ used: 50, size: 200 })).toContain('value="0.25"');
  });

  it('keeps the currency of its cost, and shows none that was not reported', () => {
    expect(draw({ used: 1, cost: { amount: 12.5, currency: 'EUR' } })).toContain('€12.50');
    expect(draw({ used: 1 })).not.toContain('Cost');
  });
});
