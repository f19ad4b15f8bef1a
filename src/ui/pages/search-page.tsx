import { resultsHtml } from '../../search/results-html.ts';

/** The place of the full results. The server fills it for each query; what it sent stays when React takes over. */
export function SearchPage() {
  return (
    <div
      className="search-page"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made of fixed texts.
      dangerouslySetInnerHTML={{ __html: resultsHtml({ kind: 'form' }) }}
    />
  );
}
