import 'i18next';
import type en from './en.json';

// Makes every key that `t` is given a checked one.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}
