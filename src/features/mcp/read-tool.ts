import type { CallToolResult } from '@modelcontextprotocol/server';
import { dataNotice, quoteDocumentation } from '../../shared/quote-documentation.ts';
import { createFailureResult, createTextResult, takePortion } from './answer.ts';
import { formatSectionHref, type Library, type LibraryPage } from './library.ts';
import { extractOpening, type PageSection } from './sections.ts';

/** Sections to list if a page is too long for one answer. */
const LISTED_SECTIONS_MAX = 60;

/** The tool `read_page`: returns a page, or one section of it, as Markdown. */
export async function readPageAsMarkdown(
  library: Library,
  { address, offset = 0 }: { address: string; offset?: number | undefined },
): Promise<CallToolResult> {
  const match = await library.find(address);
  if (match === undefined) {
    return createFailureResult(
      `There is no page at ${JSON.stringify(address)}. Use a URL from search or list_pages.`,
    );
  }
  const { page, anchor } = match;
  const section = anchor === '' ? undefined : page.sections.find(({ id }) => id === anchor);
  if (anchor !== '' && section === undefined) {
    return createFailureResult(
      [`The page has no section #${anchor}. Its sections:`, formatSectionList(library, page)].join('\n'),
    );
  }
  return createTextResult(dataNotice, ...formatPart(library, page, section, offset));
}

/** Formats a page or section: facts such as its URL and version, then as much of its text as fits. */
export function formatPart(
  library: Library,
  page: LibraryPage,
  section: PageSection | undefined,
  offset = 0,
): (string | undefined)[] {
  const { data, markdown } = page;
  const wholeText = section ? markdown.slice(section.start, section.end) : markdown;
  const { body, end } = takePortion(wholeText.trimEnd(), offset);
  const charactersLeft = wholeText.trimEnd().length - end;
  const languageLabel = data.languages?.find(({ current }) => current)?.label;
  const headerLines = [
    `Address: ${library.formatAddress(formatSectionHref(page, section))}`,
    data.breadcrumbs.length > 0 && `In: ${data.breadcrumbs.map(({ label }) => label).join(' › ')}`,
    data.versions && data.version !== undefined && `Version: ${data.version}`,
    languageLabel !== undefined && `Language: ${languageLabel}`,
    data.lastUpdate?.date !== undefined && `Last updated: ${data.lastUpdate.date.slice(0, 10)}`,
  ];
  // A section may assume that the reader knows the introduction of its page.
  const openingText = section && section.level > 1 && offset === 0 ? extractOpening(markdown) : undefined;
  return [
    headerLines.filter((line) => line !== false && line !== undefined).join('\n'),
    openingText && `The page begins with:\n${quoteDocumentation(openingText)}`,
    quoteDocumentation(body),
    charactersLeft > 0
      ? `Cut here: ${charactersLeft} more characters. Continue with offset ${end}, or read one section:\n${formatSectionList(library, page, section)}`
      : undefined,
  ];
}

function formatSectionList(library: Library, page: LibraryPage, within?: PageSection): string {
  const linkableSections = page.sections.filter(
    (section) =>
      section.id !== undefined &&
      section.level > 1 &&
      section !== within &&
      (within === undefined || (section.start >= within.start && section.end <= within.end)),
  );
  const depth =
    linkableSections.length > LISTED_SECTIONS_MAX
      ? Math.min(...linkableSections.map(({ level }) => level))
      : 6;
  const listedSections = linkableSections.filter(({ level }) => level <= depth).slice(0, LISTED_SECTIONS_MAX);
  return listedSections
    .map((section) => `- ${section.title}: ${library.formatAddress(formatSectionHref(page, section))}`)
    .join('\n');
}
