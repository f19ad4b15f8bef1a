import { pageLanguage } from '../page-language.ts';

/** As the reader's language writes numbers. */
export const number = new Intl.NumberFormat(pageLanguage());
