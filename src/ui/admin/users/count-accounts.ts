import * as texts from 'virtual:site/texts';
import { plural } from '../../../shared/plural.ts';
import { pageLanguage } from '../../page-language.ts';
import { numberFormat } from '../number.ts';

/** Formats a number of users: `1 user`, `1,204 users`. */
export function countAccounts(count: number): string {
  const form = plural(texts.manyAccounts, count, pageLanguage());
  return form.replace(String(count), numberFormat.format(count));
}
