import type { ItemOf } from '@shared/session/item';
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import en from '../../../i18n/en.json';
import { Thought } from './Thought';

const i18n = createInstance();
void i18n.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
  initAsync: false,
});

const thought = (open: boolean, ms = 7000): ItemOf<'thought'> => ({
  kind: 'thought',
  ordinal: 3,
  seq: 3,
  turnId: null,
  at: 1000,
  ...(open ? {} : { endedAt: 1000 + ms }),
  open,
  content: [{ type: 'text', text: 'Deep words '.repeat(5000) }],
});

const drawn = (open: boolean, ms?: number): string =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Thought item={thought(open, ms)} />
    </I18nextProvider>,
  );

describe('AC-70: a thought that is closed', () => {
  it('shows how long it took, and nothing of it is drawn', () => {
    expect(drawn(false)).toContain('Thought for 7 s');
    expect(drawn(false)).not.toContain('Deep');
    expect(drawn(false).length).toBeLessThan(2000);
  });

  it('tells no time that is not known: a history that is told again comes all at once', () => {
    expect(drawn(false, 20).replaceAll(/<[^>]*>/g, '')).toBe('Thought');
  });

  it('is not drawn either while it comes', () => {
    expect(drawn(true)).toContain('Thinking');
    expect(drawn(true)).not.toContain('Deep');
  });
});
