import { runInBackground } from '../../shared/in-background.ts';
import { offerEnlarging } from './enlarge/offer-enlarging.ts';
import { offerReport } from './report/offer-report.ts';

/** Terms with an explanation, and links to pages that are previewed. */
const HINTED = '.md-term, a[data-preview]';

/** Ends what the previous article got. */
let stopPrevious = () => {};

/**
 * Adds to an article the buttons that can come a second later: those that enlarge pictures, tables and diagrams, one that
 * reports a problem with selected words, and explanations and previews under the pointer. The next article ends them.
 */
export function startReadingAids(article: HTMLElement): void {
  stopPrevious();
  const stops = [offerEnlarging(article), offerReport(article)];
  if (article.querySelector(HINTED)) {
    const over = new AbortController();
    stops.push(() => over.abort());
    runInBackground(import('./hints/show-hints.ts').then((hints) => hints.showHints(article, over.signal)));
  }
  stopPrevious = () => {
    for (const stop of stops) stop();
  };
}
