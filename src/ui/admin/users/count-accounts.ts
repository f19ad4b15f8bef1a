import * as texts from 'virtual:site/texts';
import { plural } from '../../../shared/plural.ts';

export const number = new Intl.NumberFormat('en');

/** `1 account`, `1,204 accounts`. */
export function countAccounts(count: number): string {
  const form = plural(texts.manyAccounts, count, 'en');
  return form.replace(String(count), number.format(count));
}
