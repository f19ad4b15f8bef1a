import * as texts from 'virtual:site/texts';
import { numberFormat } from '../../../ui/admin/number.ts';
import { fillText } from '../../../ui/fill-text.ts';
import { pageLanguage } from '../../../ui/page-language.ts';

const percentFormat = new Intl.NumberFormat(pageLanguage(), { style: 'percent' });

/** How many readers found a page helpful, such as `80 % (4 of 5)`. Undefined without feedback. */
export function helpfulText({ helpful, answers }: { helpful: number; answers: number }): string | undefined {
  if (answers === 0) return undefined;
  return fillText(texts.helpfulShare, {
    rate: percentFormat.format(helpful / answers),
    helpful: numberFormat.format(helpful),
    answers: numberFormat.format(answers),
  });
}
