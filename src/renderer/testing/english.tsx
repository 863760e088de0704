import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import en from '../i18n/en.json';

// Of tests alone: the window's English, and what a part of it is as HTML.

const english = createInstance();
void english.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
  initAsync: false,
});

export const { t } = english;

export const drawn = (node: ReactNode): string =>
  renderToStaticMarkup(<I18nextProvider i18n={english}>{node}</I18nextProvider>);
