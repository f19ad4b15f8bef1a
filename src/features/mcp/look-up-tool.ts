import type { CallToolResult } from '@modelcontextprotocol/server';
import { foldCase } from '../../shared/canonical-text.ts';
import { dataNotice, quoteDocumentation } from '../../shared/quote-documentation.ts';
import { createFailureResult, createTextResult } from './answer.ts';
import { formatSectionHref, type Library, type LibraryPage } from './library.ts';
import { formatPart } from './read-tool.ts';
import { findSections, type RunSearch, type SearchInput } from './search-tool.ts';
import type { PageSection } from './sections.ts';

/** Search results to check, and further matches to list. */
const CANDIDATES_MAX = 12;
const OTHERS_MAX = 6;
/** Length of a section's start to check for the name: references often mention it there and not in the heading. */
const OPENING_CHARACTERS = 400;

interface Candidate {
  page: LibraryPage;
  section: PageSection | undefined;
  score: number;
}

/** The tool `look_up`: returns the section about the endpoint, function, control, setting or message with this name. */
export async function lookUpName(
  library: Library,
  ask: RunSearch,
  input: Omit<SearchInput, 'query' | 'page'> & { name: string },
): Promise<CallToolResult> {
  const { name, ...where } = input;
  const searchResult = await findSections(library, ask, { ...where, query: name }, CANDIDATES_MAX);
  if ('problem' in searchResult) return createFailureResult(searchResult.problem);
  const candidates: Candidate[] = [];
  for (const { href } of searchResult.sections) {
    const match = await library.find(href);
    if (match === undefined) continue;
    const { page, anchor } = match;
    const section = page.sections.find(({ id }) => anchor !== '' && id === anchor);
    candidates.push({ page, section, score: scoreMatch(page, section, name) });
  }
  // Sorting is stable: matches with the same score stay in the order of the search.
  const matchingCandidates = candidates
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const [best, ...otherMatches] = matchingCandidates;
  if (best === undefined) {
    const suggestions = candidates
      .slice(0, OTHERS_MAX)
      .map((candidate) => formatCandidate(library, candidate));
    return suggestions.length === 0
      ? createTextResult(`No match for ${JSON.stringify(name)}. Try search with other words.`)
      : createTextResult(
          `No exact match for ${JSON.stringify(name)}. Search results:`,
          quoteDocumentation(suggestions.join('\n')),
        );
  }
  const otherLines = otherMatches
    .slice(0, OTHERS_MAX)
    .map((otherMatch) => formatCandidate(library, otherMatch));
  return createTextResult(
    dataNotice,
    ...formatPart(library, best.page, best.section),
    otherLines.length === 0 ? undefined : `Also about ${JSON.stringify(name)}:\n${otherLines.join('\n')}`,
  );
}

function formatCandidate(library: Library, { page, section }: Candidate): string {
  const title = section ? `${page.data.headTitle} › ${section.title}` : page.data.headTitle;
  return `- ${title}: ${library.formatAddress(formatSectionHref(page, section))}`;
}

/** How well a section matches a name: 4 is best, and 0 means that it isn't about it. */
function scoreMatch(page: LibraryPage, section: PageSection | undefined, name: string): number {
  const title = section?.title ?? page.data.headTitle;
  const start = section?.start ?? 0;
  const openingText = page.markdown.slice(
    start,
    Math.min(section?.end ?? start + OPENING_CHARACTERS, start + OPENING_CHARACTERS),
  );
  const plainName = normalizeName(name);
  if (plainName === '') return 0;
  if (normalizeName(title) === plainName || section?.id === plainName.replaceAll(' ', '-')) return 4;
  // The name `userInfo` matches the title `userInfo($id)`.
  if (normalizeName(title.replace(/\(.*$/s, '')) === normalizeName(name.replace(/\(.*$/s, ''))) return 3;
  if (hasWords(normalizeName(openingText), plainName)) return 2;
  return hasWords(normalizeName(title), plainName) ? 1 : 0;
}

/** Removes markup and extra spaces from a name: `**GET** \`/calendars\`` becomes `get /calendars`. */
function normalizeName(value: string): string {
  return foldCase(value)
    .replace(/[`*\\"'“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether a text contains whole words: `users` doesn't contain `user`, nor does `/case/{id}` contain `/case`. */
function hasWords(body: string, words: string): boolean {
  const escapedWords = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_/.-])${escapedWords}(?![\\p{L}\\p{N}_/{-])`, 'u').test(body);
}
