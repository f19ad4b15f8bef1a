import type { CallToolResult } from '@modelcontextprotocol/server';
import { failure, isData, quoted, text } from './answer.ts';
import { type Library, type LibraryPage, sectionHref } from './library.ts';
import { partOf } from './read-tool.ts';
import { type Ask, findSections, type Wanted } from './search-tool.ts';
import type { PageSection } from './sections.ts';

/** Found sections that are looked at, and other ones of the name that are told. */
const CANDIDATES = 12;
const OTHERS_NAMED = 6;
/** Of a section: here a reference names what it is about, under whatever heading. */
const OPENING_CHARACTERS = 400;

interface Candidate {
  page: LibraryPage;
  section: PageSection | undefined;
  score: number;
}

/** One endpoint, function, control, setting, message: the section that is about what has this name. */
export async function lookUpTool(
  library: Library,
  ask: Ask,
  wanted: Omit<Wanted, 'query' | 'page'> & { name: string },
): Promise<CallToolResult> {
  const { name, ...where } = wanted;
  const found = await findSections(library, ask, { ...where, query: name }, CANDIDATES);
  if ('problem' in found) return failure(found.problem);
  const candidates: Candidate[] = [];
  for (const { href } of found.sections) {
    const at = await library.find(href);
    if (at === undefined) continue;
    const { page, anchor } = at;
    const section = page.sections.find(({ id }) => anchor !== '' && id === anchor);
    candidates.push({ page, section, score: scoreOf(page, section, name) });
  }
  // The search's own order decides among equals.
  const named = candidates.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  const [best, ...others] = named;
  if (best === undefined) {
    const near = candidates.slice(0, OTHERS_NAMED).map((one) => lineOf(library, one));
    return near.length === 0
      ? text(
          `Nothing is called ${JSON.stringify(name)}, and nothing is found for it. Try search with other words.`,
        )
      : text(`Nothing is called ${JSON.stringify(name)}. What is found for it:`, quoted(near.join('\n')));
  }
  const also = others.slice(0, OTHERS_NAMED).map((one) => lineOf(library, one));
  return text(
    isData,
    ...partOf(library, best.page, best.section),
    also.length === 0 ? undefined : `Also about ${JSON.stringify(name)}:\n${also.join('\n')}`,
  );
}

function lineOf(library: Library, { page, section }: Candidate): string {
  const title = section ? `${page.data.headTitle} › ${section.title}` : page.data.headTitle;
  return `- ${title}: ${library.addressOf(sectionHref(page, section))}`;
}

/** 0: it is not about what has this name. */
function scoreOf(page: LibraryPage, section: PageSection | undefined, name: string): number {
  const title = section?.title ?? page.data.headTitle;
  const start = section?.start ?? 0;
  const opening = page.markdown.slice(
    start,
    Math.min(section?.end ?? start + OPENING_CHARACTERS, start + OPENING_CHARACTERS),
  );
  const wanted = plain(name);
  if (wanted === '') return 0;
  if (plain(title) === wanted || section?.id === wanted.replaceAll(' ', '-')) return 4;
  // `userInfo($id)` is what `userInfo` names.
  if (plain(title.replace(/\(.*$/s, '')) === plain(name.replace(/\(.*$/s, ''))) return 3;
  if (hasWords(plain(opening), wanted)) return 2;
  return hasWords(plain(title), wanted) ? 1 : 0;
}

/** Words and signs of code, one blank between them: `**GET** \`/calendars\`` is `get /calendars`. */
function plain(written: string): string {
  return written
    .toLowerCase()
    .replace(/[`*\\"'“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whole: `user` is not in `users`, nor `/case` in `/case/{id}`. */
function hasWords(body: string, words: string): boolean {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_/.-])${escaped}(?![\\p{L}\\p{N}_/{-])`, 'u').test(body);
}
