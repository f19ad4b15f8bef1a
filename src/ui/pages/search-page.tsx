import * as texts from 'virtual:site/texts';
import { resultsHtml } from '../../search/results-html.ts';

// One by one: taken apart, the whole table would be in the script.
const words = {
  search: texts.search,
  searchTitle: texts.searchTitle,
  searchUnreachable: texts.searchUnreachable,
  searchUnreachableHelp: texts.searchUnreachableHelp,
  trySearchingFor: texts.trySearchingFor,
  noResultsFor: texts.noResultsFor,
  previousResults: texts.previousResults,
  nextResults: texts.nextResults,
  searchHits: texts.searchHits,
};

/** The place of the full results. The server fills it for each query; what it sent stays when React takes over. */
export function SearchPage() {
  return (
    <div
      className="search-page"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made of fixed texts.
      dangerouslySetInnerHTML={{ __html: resultsHtml({ kind: 'form' }, words) }}
    />
  );
}
