import * as texts from 'virtual:site/texts';
import { plural } from '../../../shared/plural.ts';
import { pageLanguage } from '../../page-language.ts';
import { number } from '../number.ts';

/** `1 account`, `1,204 accounts`. */
export function countAccounts(count: number): string {
  const form = plural(texts.manyAccounts, count, pageLanguage());
  return form.replace(String(count), number.format(count));
}
