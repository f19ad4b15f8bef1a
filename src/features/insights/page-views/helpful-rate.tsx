import * as texts from 'virtual:site/texts';
import { numberFormat } from '../../../ui/admin/number.ts';
import { fillText } from '../../../ui/fill-text.ts';
import { getPageLanguage } from '../../../ui/page-language.ts';

const percentFormat = new Intl.NumberFormat(getPageLanguage(), { style: 'percent' });

interface Props {
  helpful: number;
  /** Number of readers who gave feedback. At least one. */
  answers: number;
}

/** How many readers found a page helpful, such as `80 % (4 of 5)`. */
export function HelpfulRate({ helpful, answers }: Props) {
  return fillText(texts.helpfulShare, {
    rate: percentFormat.format(helpful / answers),
    helpful: numberFormat.format(helpful),
    answers: numberFormat.format(answers),
  });
}
