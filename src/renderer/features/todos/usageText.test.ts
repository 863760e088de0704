import { describe, expect, it } from 'vitest';
import { costText, shareOf, shortCount } from './usageText';

describe('usage', () => {
  it('has a share only where used and size were both reported', () => {
    expect(shareOf({ used: 50, size: 200 })).toBe(0.25);
    expect(shareOf({ used: 50 })).toBeNull();
    expect(shareOf({ size: 200 })).toBeNull();
    expect(shareOf({ used: 0, size: 0 })).toBeNull();
  });

  it('shortens counts', () => {
    expect([12, 1499, 103_400, 1_000_000, 1_250_000].map(shortCount)).toEqual(['12', '1k', '103k', '1M', '1.3M']);
  });

  it('keeps the currency of a cost, known or not', () => {
    expect(costText({ amount: 0.0421, currency: 'USD' }, 'en')).toBe('$0.0421');
    expect(costText({ amount: 12.5, currency: 'EUR' }, 'en')).toBe('€12.50');
    expect(costText({ amount: 3, currency: 'credits' }, 'en')).toBe('3.00 credits');
  });
});
