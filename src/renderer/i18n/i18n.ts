import { createInstance, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from './en.json';
import { hanSpaces } from './hanSpaces';
import zhCN from './zh-CN.json';

export type AppLocale = 'en' | 'zh-CN';

const i18n = createInstance();

/** Synchronous: both languages are in the bundle, so that the first paint has its words. */
export function startI18n(locale: AppLocale): void {
  void i18n
    .use(initReactI18next)
    .use(hanSpaces)
    .init({
      lng: locale,
      fallbackLng: 'en',
      resources: { en: { translation: en }, 'zh-CN': { translation: zhCN } },
      interpolation: { escapeValue: false },
      postProcess: [hanSpaces.name],
      initAsync: false,
      returnNull: false,
    });
  document.documentElement.lang = locale;
}

export function setLocale(locale: AppLocale): void {
  if (i18n.language === locale) return;
  void i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
}

/** The words in force now, for what is told from outside of components. */
export const currentWords = (): TFunction => i18n.t;
