import { offerEnlarging } from './enlarge/offer-enlarging.ts';

/** Ends what the previous article got. */
let stopPrevious = () => {};

/**
 * Adds to an article what nothing needs before the reader has begun: buttons that enlarge pictures, tables and diagrams.
 * The article that follows it replaces it.
 */
export function startReadingAids(article: HTMLElement): void {
  stopPrevious();
  stopPrevious = offerEnlarging(article);
}
