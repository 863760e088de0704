import en from './i18n/en.json';
import zhCN from './i18n/zh-CN.json';

/** What Electron's own surfaces say: menu, dialogs, notifications. The page has its own texts. */
export type Strings = typeof en;
export type AppLocale = 'en' | 'zh-CN';

const tables: Record<AppLocale, Strings> = { en, 'zh-CN': zhCN };

export const stringsOf = (locale: AppLocale): Strings => tables[locale];

/** Fills `{name}` places. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** The app's language for a system's one: Chinese in any form gets Chinese, everything else English. */
export const localeOf = (systemLocale: string): AppLocale => (/^zh\b/i.test(systemLocale) ? 'zh-CN' : 'en');
