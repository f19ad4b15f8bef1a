import * as texts from 'virtual:site/texts';
import { formatPlural } from '../../../shared/plural.ts';
import { getPageLanguage } from '../../page-language.ts';
import { numberFormat } from '../number.ts';

/** Writes a number of users into the form of a text that fits it: `1 user`, `Delete 1,204 users?`. */
export function countAccounts(count: number, forms: string = texts.manyAccounts): string {
  const form = formatPlural(forms, count, getPageLanguage());
  return form.replace(String(count), numberFormat.format(count));
}
