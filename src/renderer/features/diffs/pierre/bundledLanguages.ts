import { languageLoaders } from '../../markdown/highlight/languages';

/** Stands in for `shiki/langs` (electron.vite.config.ts), whose three hundred grammars would all be built in. */
export const bundledLanguages = languageLoaders;
