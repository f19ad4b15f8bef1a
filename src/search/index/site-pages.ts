import { hash } from 'node:crypto';
import type { Audience } from '../../model/audience.ts';
import type { VariantKey } from '../../model/parts.ts';
import type { Category, Doc, DocSet, SidebarItem, Site } from '../../model/site.ts';
import { questionsOf, withQuestions } from './questions.ts';
import type { SearchRecord } from './record.ts';
import { type ArticleText, PAGES_TAG, recordsOfDoc, recordsOfPage } from './records.ts';

/** Of a page that is in no category of a sidebar. */
const DEFAULT_CATEGORY = 'Documentation';

/** Records that change together: those of one page. */
export interface IndexPage {
  /** Changes with the records, and with the program that indexes them. */
  key: string;
  /** Read only where the index has no page with this key. */
  records(): readonly SearchRecord[];
  /** Of a page that not all of its readers see in the same way: this is how these see it. */
  seen?: SeenBy | undefined;
}

/** Whoever sees these parts of a page and no others. */
export interface SeenBy {
  audiences: readonly Audience[];
  shown: VariantKey;
}

/** An article as somebody sees it, without its text, which is read only where it is needed. */
interface ArticleSource {
  /** Changes with the article. */
  version: string;
  read(): ArticleText;
  seen?: SeenBy | undefined;
}

/**
 * Everything that can be found: documents, posts and stand-alone Markdown pages (not the unlisted ones), category pages.
 * `program` changes with the code that makes records and index.
 */
export function indexPages(
  site: Site,
  articlesOf: (doc: Pick<Doc, 'file'>) => readonly ArticleSource[],
  program: string,
): IndexPage[] {
  const categories = topCategories(site);
  const tags = new Map(site.sets.map((set) => [set.key, searchTag(set)]));
  const sourceOf = (set: string) => ({ language: site.language, tag: tags.get(set) ?? '' });
  const questionsAt = questionsOf(site);
  const page = (
    path: string,
    madeFrom: readonly unknown[],
    records: () => SearchRecord[],
    seen?: SeenBy,
  ): IndexPage => {
    const questions = questionsAt(path);
    const key = JSON.stringify([program, path, ...madeFrom, ...questions, ...(seen ? [seen] : [])]);
    return {
      key: hash('sha256', key, 'base64url'),
      records: () => withQuestions(records(), questions),
      seen,
    };
  };
  const docs = site.docs.flatMap((doc) => {
    if (doc.unlisted || doc.redirect !== undefined) return [];
    const category = categories.ofDoc(doc) ?? DEFAULT_CATEGORY;
    const { path, title, sidebarLabel, keywords, description } = doc;
    const source = { ...sourceOf(doc.set), top: category };
    const madeFrom = ['doc', source, title, sidebarLabel, keywords, description, category];
    return articlesOf(doc).map(({ version, read, seen }) =>
      page(path, [...madeFrom, version], () => recordsOfDoc(doc, read(), source), seen),
    );
  });
  const listed = site.categories.map((category) => {
    const top = categories.ofCategory(category) ?? DEFAULT_CATEGORY;
    const { path, title, label, keywords, description } = category;
    const source = { ...sourceOf(category.set), top };
    const madeFrom = ['category', source, title, label, keywords, description, top];
    return page(path, madeFrom, () => recordsOfPage(category, source));
  });
  const standalone = site.pages.flatMap((own) => {
    if (own.kind !== 'markdown' || own.unlisted || own.redirect !== undefined) return [];
    const source = { language: site.language, top: DEFAULT_CATEGORY };
    const madeFrom = ['page', source, own.title, own.description];
    return [page(own.path, madeFrom, () => recordsOfPage(own, { ...source, tag: PAGES_TAG }))];
  });
  const posts = site.blogs.flatMap((blog) =>
    blog.posts.flatMap((post) => {
      if (post.unlisted) return [];
      const { path, title, keywords, description } = post;
      const source = { language: site.language, top: blog.title };
      const madeFrom = ['post', source, title, keywords, description];
      return articlesOf(post).map(({ version, read, seen }) =>
        page(
          path,
          [...madeFrom, version],
          () => recordsOfDoc(post, read(), { ...source, tag: PAGES_TAG }),
          seen,
        ),
      );
    }),
  );
  return [...docs, ...listed, ...standalone, ...posts];
}

/** What Docusaurus calls a version for search: `docs-default-current`. */
function searchTag({ instance, version }: Pick<DocSet, 'instance' | 'version'>): string {
  return `docs-${instance}-${version.name}`;
}

/** Those of the last version of each documentation, by its id; nothing where a site has just the one. */
export function lastTags({ sets }: Pick<Site, 'sets'>): Record<string, string> | undefined {
  if (sets.length === 1 && sets[0]?.version.name === 'current' && sets[0].instance === 'default')
    return undefined;
  const last = sets.filter(({ version }) => version.isLast);
  return Object.fromEntries(last.map((set) => [set.instance, searchTag(set)]));
}

/** Labels of the top-level categories that pages are in, by the sidebars. */
function topCategories(site: Site) {
  const found = new Map<string, string>();
  const note = (key: string, label: string) => {
    if (!found.has(key)) found.set(key, label);
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
      found.get(`${doc.sidebar}\0doc\0${doc.id}`) ?? found.get(`${doc.sidebar}\0href\0${doc.path}`),
    ofCategory: (category: Category) => found.get(`${category.sidebar}\0href\0${category.path}`),
  };
}
