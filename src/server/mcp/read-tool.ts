import type { CallToolResult } from '@modelcontextprotocol/server';
import { failure, isData, portion, quoted, text } from './answer.ts';
import { type Library, type LibraryPage, sectionHref } from './library.ts';
import { openingOf, type PageSection } from './sections.ts';

/** Headings that are named where a page does not fit. */
const SECTIONS_NAMED = 60;

/** A page, or one section of it, as Markdown. */
export async function readTool(
  library: Library,
  { address, offset = 0 }: { address: string; offset?: number | undefined },
): Promise<CallToolResult> {
  const found = await library.find(address);
  if (found === undefined) {
    return failure(
      `There is no page at ${JSON.stringify(address)}. Use an address as search or list_pages gives it.`,
    );
  }
  const { page, anchor } = found;
  const section = anchor === '' ? undefined : page.sections.find(({ id }) => id === anchor);
  if (anchor !== '' && section === undefined) {
    return failure(
      [`The page has no section #${anchor}. Its sections:`, sectionList(library, page)].join('\n'),
    );
  }
  return text(isData, ...partOf(library, page, section, offset));
}

/** What is said of a part of a page, and its text, as far as it fits. */
export function partOf(
  library: Library,
  page: LibraryPage,
  section: PageSection | undefined,
  offset = 0,
): (string | undefined)[] {
  const { data, markdown } = page;
  const whole = section ? markdown.slice(section.start, section.end) : markdown;
  const { body, end } = portion(whole.trimEnd(), offset);
  const left = whole.trimEnd().length - end;
  const languages = data.languages?.find(({ current }) => current)?.label;
  const about = [
    `Address: ${library.addressOf(sectionHref(page, section))}`,
    data.breadcrumbs.length > 0 && `In: ${data.breadcrumbs.map(({ label }) => label).join(' › ')}`,
    data.versions && data.version !== undefined && `Version: ${data.version}`,
    languages !== undefined && `Language: ${languages}`,
    data.lastUpdate?.date !== undefined && `Last updated: ${data.lastUpdate.date.slice(0, 10)}`,
  ];
  // A section that is read by itself takes for granted what its page began with.
  const opening = section && section.level > 1 && offset === 0 ? openingOf(markdown) : undefined;
  return [
    about.filter((line) => line !== false && line !== undefined).join('\n'),
    opening && `The page begins with:\n${quoted(opening)}`,
    quoted(body),
    left > 0
      ? `Cut here: ${left} characters are left. Read on with offset ${end}, or read one section:\n${sectionList(library, page, section)}`
      : undefined,
  ];
}

function sectionList(library: Library, page: LibraryPage, within?: PageSection): string {
  const listed = page.sections.filter(
    (section) =>
      section.id !== undefined &&
      section.level > 1 &&
      section !== within &&
      (within === undefined || (section.start >= within.start && section.end <= within.end)),
  );
  const depth = listed.length > SECTIONS_NAMED ? Math.min(...listed.map(({ level }) => level)) : 6;
  const named = listed.filter(({ level }) => level <= depth).slice(0, SECTIONS_NAMED);
  return named
    .map((section) => `- ${section.title}: ${library.addressOf(sectionHref(page, section))}`)
    .join('\n');
}
