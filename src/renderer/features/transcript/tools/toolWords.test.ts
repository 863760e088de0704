import { describe, expect, it } from 'vitest';
import { titleAfterVerb } from './toolWords';

describe('the title of a quiet tool', () => {
  it.each([
    ['Read tabs.ts', 'read', 'tabs.ts'],
    ['Searching for `tabs`', 'search', '`tabs`'],
    ['Fetch https://example.com', 'fetch', 'https://example.com'],
    ['Readme of the project', 'read', 'Readme of the project'],
    ['Read', 'read', 'Read'],
    ['Read the room', 'think', 'Read the room'],
    ['`npm test`', 'other', 'npm test'],
  ] as const)('%s, as a %s, does not say the verb twice', (title, kind, shown) => {
    expect(titleAfterVerb(title, kind)).toBe(shown);
  });
});
