import { offerEnlarging } from './enlarge/offer-enlarging.ts';
import { offerReport } from './report/offer-report.ts';

/** Ends what the previous article got. */
let stopPrevious = () => {};

/**
 * Adds to an article the buttons that can come a second later: those that enlarge pictures, tables and diagrams, and one
 * that reports a problem with selected words. The next article ends them.
 */
export function startReadingAids(article: HTMLElement): void {
  stopPrevious();
  const stops = [offerEnlarging(article), offerReport(article)];
  stopPrevious = () => {
    for (const stop of stops) stop();
  };
}
