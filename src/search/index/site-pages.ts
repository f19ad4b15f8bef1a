import { hash } from 'node:crypto';
import { findMessagesFor } from '../../config/messages.ts';
import type { Audience } from '../../model/audience.ts';
import type { VariantKey } from '../../model/parts.ts';
import type { Category, Doc, DocSet, SidebarItem, Site } from '../../model/site.ts';
import { addQuestions, groupQuestions } from './questions.ts';
import type { SearchRecord } from './record.ts';
import { type ArticleText, createRecordsOfDoc, createRecordsOfPage, PAGES_TAG } from './records.ts';

/** The records of one page, which change together. */
export interface IndexPage {
  /** Cache key of the page. It changes with the records and with the program that indexes them. */
  key: string;
  /** Called only if the index has no page with this key. */
  listRecords(): readonly SearchRecord[];
  /** Set if readers see the page differently: the readers who see this form of it. */
  seen?: SeenBy | undefined;
}

/** Readers who see exactly these parts of a page. */
export interface SeenBy {
  audiences: readonly Audience[];
  shown: VariantKey;
}

/** An article as some readers see it. Its text is read only if it is needed. */
interface ArticleSource {
  /** Changes with the article. */
  version: string;
  read(): ArticleText;
  seen?: SeenBy | undefined;
}

/**
 * All pages that can be found: documents, posts and standalone Markdown pages, except unlisted ones, and category
 * pages.
 * `program` changes with the code that creates records and index.
 */
export function indexPages(
  site: Site,
  articlesOf: (doc: Pick<Doc, 'file'>) => readonly ArticleSource[],
  program: string,
): IndexPage[] {
  const categories = collectTopCategories(site);
  // Pages that are in no category of a sidebar.
  const defaultCategory = findMessagesFor(site.language).search.documentation;
  const tags = new Map(site.sets.map((set) => [set.key, searchTag(set)]));
  const describeSource = (set: string) => ({ language: site.language, tag: tags.get(set) ?? '' });
  const questionsAt = groupQuestions(site);
  const createIndexPage = (
    path: string,
    madeFrom: readonly unknown[],
    records: () => SearchRecord[],
    seen?: SeenBy,
  ): IndexPage => {
    const questions = questionsAt(path);
    const key = JSON.stringify([program, path, ...madeFrom, ...questions, ...(seen ? [seen] : [])]);
    return {
      key: hash('sha256', key, 'base64url'),
      listRecords: () => addQuestions(records(), questions),
      seen,
    };
  };
  const docs = site.docs.flatMap((doc) => {
    if (doc.unlisted || doc.redirect !== undefined) return [];
    const category = categories.ofDoc(doc) ?? defaultCategory;
    const { path, title, sidebarLabel, keywords, description } = doc;
    const source = { ...describeSource(doc.set), top: category };
    const madeFrom = ['doc', source, title, sidebarLabel, keywords, description, category];
    return articlesOf(doc).map(({ version, read, seen }) =>
      createIndexPage(path, [...madeFrom, version], () => createRecordsOfDoc(doc, read(), source), seen),
    );
  });
  const categoryPages = site.categories.map((category) => {
    const top = categories.ofCategory(category) ?? defaultCategory;
    const { path, title, label, keywords, description } = category;
    const source = { ...describeSource(category.set), top };
    const madeFrom = ['category', source, title, label, keywords, description, top];
    return createIndexPage(path, madeFrom, () => createRecordsOfPage(category, source));
  });
  const standalone = site.pages.flatMap((sitePage) => {
    if (sitePage.kind !== 'markdown' || sitePage.unlisted || sitePage.redirect !== undefined) return [];
    const source = { language: site.language, top: defaultCategory };
    const madeFrom = ['page', source, sitePage.title, sitePage.description];
    return [
      createIndexPage(sitePage.path, madeFrom, () =>
        createRecordsOfPage(sitePage, { ...source, tag: PAGES_TAG }),
      ),
    ];
  });
  const posts = site.blogs.flatMap((blog) =>
    blog.posts.flatMap((post) => {
      if (post.unlisted) return [];
      const { path, title, keywords, description } = post;
      const source = { language: site.language, top: blog.title };
      const madeFrom = ['post', source, title, keywords, description];
      return articlesOf(post).map(({ version, read, seen }) =>
        createIndexPage(
          path,
          [...madeFrom, version],
          () => createRecordsOfDoc(post, read(), { ...source, tag: PAGES_TAG }),
          seen,
        ),
      );
    }),
  );
  return [...docs, ...categoryPages, ...standalone, ...posts];
}

/** Docusaurus' name of a version for search: `docs-default-current`. */
function searchTag({ instance, version }: Pick<DocSet, 'instance' | 'version'>): string {
  return `docs-${instance}-${version.name}`;
}

/** The tags of the last version of each documentation, by its id. Empty if a site has only one documentation. */
export function collectLastTags({ sets }: Pick<Site, 'sets'>): Record<string, string> | undefined {
  if (sets.length === 1 && sets[0]?.version.name === 'current' && sets[0].instance === 'default')
    return undefined;
  const last = sets.filter(({ version }) => version.isLast);
  return Object.fromEntries(last.map((set) => [set.instance, searchTag(set)]));
}

/** The labels of the top-level sidebar categories of pages. */
function collectTopCategories(site: Site) {
  const titlesByPath = new Map<string, string>();
  const note = (key: string, label: string) => {
    if (!titlesByPath.has(key)) titlesByPath.set(key, label);
  };
  const walk = (sidebar: string, items: readonly SidebarItem[], top: string | undefined) => {
    for (const item of items) {
      if (item.type === 'html') continue;
      const label = top ?? (item.type === 'category' ? item.label : undefined);
      if (label !== undefined) {
        if (item.docId !== undefined) note(`${sidebar}\0doc\0${item.docId}`, label);
        if (item.href !== undefined) note(`${sidebar}\0href\0${item.href}`, label);
      }
      if (item.type === 'category') walk(sidebar, item.items, label);
    }
  };
  for (const [name, items] of Object.entries(site.sidebars)) walk(name, items, undefined);
  return {
    ofDoc: (doc: Doc) =>
      titlesByPath.get(`${doc.sidebar}\0doc\0${doc.id}`) ??
      titlesByPath.get(`${doc.sidebar}\0href\0${doc.path}`),
    ofCategory: (category: Category) => titlesByPath.get(`${category.sidebar}\0href\0${category.path}`),
  };
}
