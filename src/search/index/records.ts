import { hash } from 'node:crypto';
import type { Article } from '../../markdown/article.ts';
import type { Category, Doc, Site, StandalonePage } from '../../model/site.ts';
import type { IndexPage } from './pages.ts';
import { passages } from './passages.ts';
import { askedOf, withAsked } from './questions.ts';
import { type Hierarchy, levels, type RecordType, type SearchRecord } from './record.ts';
import { sectionsOf } from './top-categories.ts';

/** Section of a page that stands in no sidebar category. */
export const DEFAULT_SECTION = 'Documentation';
const LANGUAGE = 'en';
const DOCS_TAG = 'docs-default-current';
const PAGES_TAG = 'default';

/** An article without its text, which is read only where it is needed. */
export interface ArticleSource {
  /** Changes with the article. */
  version: string;
  read(): ArticleText;
}

type ArticleText = Pick<Article, 'headings' | 'blocks'>;

/**
 * Everything that can be found: documents (not the unlisted ones), category pages, stand-alone Markdown pages.
 * `program` changes with the code that makes records and index.
 */
export function indexPages(
  site: Site,
  articleOf: (doc: Doc) => ArticleSource | undefined,
  program: string,
): IndexPage[] {
  const pageOf = (madeFrom: readonly unknown[], records: () => SearchRecord[]): IndexPage => ({
    key: hash('sha256', JSON.stringify([program, ...madeFrom]), 'base64url'),
    records,
  });
  const sections = sectionsOf(site);
  const askedOfPage = askedOf(site);
  const docs = site.docs.flatMap((doc) => {
    const article = articleOf(doc);
    if (doc.unlisted || !article) return [];
    const section = sections.ofDoc(doc) ?? DEFAULT_SECTION;
    const { path, title, sidebarLabel, keywords, description } = doc;
    const asked = askedOfPage(path);
    const version = [article.version, ...asked];
    const madeFrom = ['doc', path, title, sidebarLabel, keywords, description, section, version];
    return [pageOf(madeFrom, () => withAsked(recordsOfDoc(doc, article.read(), section), asked))];
  });
  const categories = site.categories.map((category) => {
    const section = sections.ofCategory(category) ?? DEFAULT_SECTION;
    const { path, title, label, keywords, description } = category;
    const asked = askedOfPage(path);
    const madeFrom = ['category', path, title, label, keywords, description, section, ...asked];
    return pageOf(madeFrom, () => withAsked(recordsOfCategory(category, section), asked));
  });
  const standalone = site.pages.flatMap((page) => {
    const { kind, path, title, description } = page;
    if (kind !== 'markdown') return [];
    const asked = askedOfPage(path);
    return [
      pageOf(['page', path, title, description, ...asked], () => withAsked(recordsOfPage(page), asked)),
    ];
  });
  return [...docs, ...categories, ...standalone];
}

/** All records of the site; by id of the document. */
export function recordsOf(site: Site, articles: ReadonlyMap<string, Article>): SearchRecord[] {
  const articleOf = ({ id }: Doc) => {
    const article = articles.get(id);
    return article && { version: id, read: () => article };
  };
  return indexPages(site, articleOf, '').flatMap((page) => page.records());
}

function recordsOfCategory(category: Category, section: string): SearchRecord[] {
  const page = pageRecords(category.path, DOCS_TAG);
  const hierarchy = top(section, category.title);
  page.add('lvl1', hierarchy, null, null, about([category.label, ...category.keywords]));
  if (category.description) page.add('content', hierarchy, null, prose(category.description));
  return page.records;
}

function recordsOfPage({ path, title, description }: StandalonePage): SearchRecord[] {
  const page = pageRecords(path, PAGES_TAG);
  const hierarchy = top(DEFAULT_SECTION, title);
  page.add('lvl1', hierarchy, null, null);
  if (description) page.add('content', hierarchy, null, prose(description));
  return page.records;
}

interface Passage {
  text: string;
  code: boolean;
}

function recordsOfDoc(doc: Doc, article: ArticleText, section: string): SearchRecord[] {
  const headings = article.headings.filter((heading) => heading.text.trim() !== '');
  const titleHeading = headings.find((heading) => heading.level === 1);
  const title = titleHeading?.text ?? doc.title;
  const page = pageRecords(doc.path, DOCS_TAG);

  const below = new Map<string, Passage[]>();
  for (const { anchor, text, code = false } of article.blocks) {
    const cut = passages(text).map((passage) => ({ text: passage, code }));
    below.set(anchor, [...(below.get(anchor) ?? []), ...cut]);
  }
  const addBlocks = (anchor: string, hierarchy: Hierarchy) => {
    // Two headings with one id: the blocks go to the first, which is where the link leads.
    for (const passage of below.get(anchor) ?? []) page.add('content', hierarchy, anchor || null, passage);
    below.delete(anchor);
  };

  let hierarchy = top(section, title);
  page.add('lvl1', hierarchy, null, null, about([doc.sidebarLabel, ...doc.keywords, doc.description]));
  addBlocks('', hierarchy);
  let anchor: string | null = null;
  for (const heading of headings) {
    if (heading === titleHeading) continue;
    // A second h1 opens a part of the page, as an h2 does.
    const level = Math.min(Math.max(heading.level, 2), 6);
    hierarchy = under(hierarchy, level, heading.text);
    anchor = heading.id ?? anchor;
    page.add(typeOf(level), hierarchy, anchor, null);
    if (heading.id !== null) addBlocks(heading.id, hierarchy);
  }
  for (const rest of [...below.keys()]) addBlocks(rest, top(section, title));
  return page.records;
}

function prose(text: string): Passage {
  return { text, code: false };
}

function pageRecords(path: string, tag: string) {
  const address = hrefOf(path);
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
      asked: [],
      code: content?.code ?? false,
      language: LANGUAGE,
      docusaurus_tag: tag,
    });
  }
  return { records, add };
}

/** Paths stay as the site writes them; only what would end or change the path of a link is encoded. */
export function hrefOf(path: string): string {
  return path.replace(/[%?#]/g, encodeURIComponent);
}

function top(section: string, title: string): Hierarchy {
  return { lvl0: section, lvl1: title, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null };
}

function under(hierarchy: Hierarchy, level: number, text: string): Hierarchy {
  const result = { ...hierarchy };
  levels.forEach((name, index) => {
    if (name === 'lvl0' || name === 'lvl1') return;
    if (index === level) result[name] = text;
    else if (index > level) result[name] = null;
  });
  return result;
}

function typeOf(level: number): RecordType {
  const name = levels[level];
  return name === undefined || name === 'lvl0' ? 'lvl1' : name;
}

function about(parts: readonly (string | undefined)[]): string {
  return [...new Set(parts.filter((part) => part))].join(' \n');
}
