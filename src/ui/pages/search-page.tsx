import { htmlSlot, SEARCH_RESULTS_SLOT } from '../../model/templates.ts';

/** The server fills it for each query (`search-results.ts`); what it sent stays when React hydrates the page. */
export function SearchPage() {
  return (
    <div
      className="search-page"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a comment.
      dangerouslySetInnerHTML={{ __html: htmlSlot(SEARCH_RESULTS_SLOT) }}
    />
  );
}
