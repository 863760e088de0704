import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, it } from 'vitest';
import en from './i18n/en.json';
import { WithoutSession } from './UnroutedView';

const i18n = createInstance();
void i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: en } }, initAsync: false });

const shown = (kind: 'plan' | 'question') =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <WithoutSession kind={kind} agent="Orchard" />
    </I18nextProvider>,
  );

it('a plan that belongs to no session says before it is accepted that nobody carries it out', () => {
  expect(shown('plan')).toContain('Orchard hears what you decide, but Signalbox sends nobody on to carry it out');
  expect(shown('question')).toBe('');
});
