import { getPageLanguage } from '../page-language.ts';

/** Formats numbers in the language of the page. */
export const numberFormat = new Intl.NumberFormat(getPageLanguage());
