import type { Article } from '../../markdown/article.ts';
import type { Category, Doc } from '../../model/site.ts';
import { levels } from '../protocol/wire.ts';
import type { Hierarchy, RecordType, SearchRecord } from './record.ts';

/** The tag of pages that are found in every version. */
export const PAGES_TAG = 'default';

/** Properties of a record that filters use. */
interface RecordSource {
  /** BCP 47. */
  language: string;
  /** The version of the page: `docs-default-current`. */
  tag: string;
  /** The label of the top-level category in the sidebar. */
  top: string;
}
/** A longer block is split. A hit shows the reader where to look, not a screen full of text. */
const PASSAGE_MAX_CHARACTERS = 900;

/**
 * Id of the heading that Markdown puts above footnotes. It isn't a hit itself, because footnotes belong to their
 * page.
 */
const FOOTNOTES_ID = 'footnote-label';

export type ArticleText = Pick<Article, 'headings' | 'blocks'>;

/** The record of a page whose text isn't searched: its title and description. */
export function createRecordsOfPage(
  { path, title, description, label, keywords = [] }: Partial<Category> & Pick<Category, 'path' | 'title'>,
  { top, ...source }: RecordSource,
): SearchRecord[] {
  const page = createPageRecords(path, source);
  const hierarchy = createHierarchy(top, title);
  page.add('lvl1', hierarchy, null, null, describeSubject([label, ...keywords]));
  if (description) page.add('content', hierarchy, null, { text: description, code: false });
  return page.records;
}

/** Creates the records of a document: one for each heading and each block of text. */
export function createRecordsOfDoc(
  doc: Pick<Doc, 'path' | 'title' | 'description' | 'keywords' | 'sidebarLabel'>,
  article: ArticleText,
  { top, ...source }: RecordSource,
): SearchRecord[] {
  const headings = article.headings.filter(({ id, text }) => text.trim() !== '' && id !== FOOTNOTES_ID);
  const titleHeading = headings.find((heading) => heading.level === 1);
  const title = titleHeading?.text ?? doc.title;
  const page = createPageRecords(doc.path, source);

  const below = new Map<string, Passage[]>();
  for (const { anchor, text, code = false } of article.blocks) {
    const cut = splitIntoPassages(text).map((passage) => ({ text: passage, code }));
    below.set(anchor, [...(below.get(anchor) ?? []), ...cut]);
  }
  const addBlocks = (anchor: string, hierarchy: Hierarchy) => {
    // If two headings have the same id, the blocks belong to the first, because links lead there.
    for (const passage of below.get(anchor) ?? []) page.add('content', hierarchy, anchor || null, passage);
    below.delete(anchor);
  };

  let hierarchy = createHierarchy(top, title);
  page.add(
    'lvl1',
    hierarchy,
    null,
    null,
    describeSubject([doc.sidebarLabel, ...doc.keywords, doc.description]),
  );
  addBlocks('', hierarchy);
  let anchor: string | null = null;
  for (const heading of headings) {
    if (heading === titleHeading) continue;
    // A second h1 starts a part of the page, like an h2.
    const level = Math.min(Math.max(heading.level, 2), 6);
    hierarchy = placeUnder(hierarchy, level, heading.text);
    anchor = heading.id ?? anchor;
    page.add(recordType(level), hierarchy, anchor, null);
    if (heading.id !== null) addBlocks(heading.id, hierarchy);
  }
  for (const rest of [...below.keys()]) addBlocks(rest, createHierarchy(top, title));
  return page.records;
}

interface Passage {
  text: string;
  code: boolean;
}

function createPageRecords(path: string, { language, tag }: Omit<RecordSource, 'top'>) {
  const address = toIndexedAddress(path);
  const records: SearchRecord[] = [];
  function add(
    type: RecordType,
    hierarchy: Hierarchy,
    anchor: string | null,
    content: Passage | null,
    words = '',
  ) {
    records.push({
      objectID: `${records.length}-${address}`,
      type,
      url: anchor === null ? address : `${address}#${anchor}`,
      url_without_anchor: address,
      anchor,
      hierarchy,
      content: content?.text ?? null,
      about: words,
      questions: [],
      code: content?.code ?? false,
      language,
      docusaurus_tag: tag,
    });
  }
  return { records, add };
}

/** Paths stay as the site writes them. Only characters that would end or change a link's path are encoded. */
export function toIndexedAddress(path: string): string {
  return path.replace(/[%?#]/g, encodeURIComponent);
}

function createHierarchy(top: string, title: string): Hierarchy {
  return { lvl0: top, lvl1: title, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null };
}

function placeUnder(hierarchy: Hierarchy, level: number, text: string): Hierarchy {
  const result = { ...hierarchy };
  levels.forEach((name, index) => {
    if (name === 'lvl0' || name === 'lvl1') return;
    if (index === level) result[name] = text;
    else if (index > level) result[name] = null;
  });
  return result;
}

function recordType(level: number): RecordType {
  const name = levels[level];
  return name === undefined || name === 'lvl0' ? 'lvl1' : name;
}

function describeSubject(parts: readonly (string | undefined)[]): string {
  return [...new Set(parts.filter((part) => part))].join(' \n');
}

/** Splits a block at line ends, else at sentence ends, else at spaces. Most blocks stay whole. */
function splitIntoPassages(text: string): string[] {
  let rest = text.trim();
  const parts: string[] = [];
  while (rest.length > PASSAGE_MAX_CHARACTERS) {
    const at = cutBefore(rest, PASSAGE_MAX_CHARACTERS);
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  if (rest !== '') parts.push(rest);
  return parts;
}

function cutBefore(text: string, limit: number): number {
  const minLength = limit / 2;
  const head = text.slice(0, limit);
  for (const mark of ['\n', '. ', '。', ' ']) {
    const index = head.lastIndexOf(mark);
    if (index > minLength) return index + mark.length;
  }
  // Never splits a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(head) ? limit - 1 : limit;
}
