import { hasProtocol } from './written-links.ts';

/**
 * Attributes of a link that leaves the site, as Docusaurus' `Link` adds them: the page opens in a new tab and learns
 * nothing of where the reader came from. Empty for a link to a page of the site. A module of its own, because article
 * pages without live components don't load it.
 */
export function getOutsideLinkAttributes(writtenAddress: string): Readonly<Record<string, string>> {
  return hasProtocol(writtenAddress) ? { target: '_blank', rel: 'noopener noreferrer' } : {};
}
