import type { Audience } from '../model/audience.ts';
import type { Blog } from '../model/blog.ts';
import type { Category, Doc, DocSet, PageRef, SidebarItem, Site, Tag } from '../model/site.ts';
import { atBasePath, SEARCH_PATH } from '../model/urls.ts';
import { otherEnd } from '../model/written-links.ts';
import { decodePath } from '../shared/decode.ts';
import { arrangeBlog } from './blog/arrange-blog.ts';
import { pageAudiences } from './page-audiences.ts';
import { docIdsIn, routesOf } from './routes.ts';

/** Whether somebody is there who may see what is for this audience. */
export type Sees = (audience: Audience | undefined) => boolean;

/**
 * The Site as if everything that is not seen had never been written: no page, link, count, tag or version speaks of
 * it. Whatever is made from the result can tell nothing else.
 */
export function siteView(site: Site, sees: Sees): Site {
  const audiences = pageAudiences(site);
  // What says nothing is for readers: visitors do not see it either.
  const hidden = new Set(pathsOf(site).filter((path) => !sees(audiences.get(path))));
  const view: View = {
    sees,
    seesDoc: seesDoc(audiencesOfDocs(site), sees),
    leadsNowhere: (href) => hidden.has(pathOf(href)) || hidden.has(otherEnd(pathOf(href))),
  };
  const neighbours = new Map(
    [...site.docs, ...site.categories].map(({ path, previous, next }) => [path, { previous, next }]),
  );
  const beyond = (ref: PageRef | undefined, side: 'previous' | 'next'): PageRef | undefined => {
    const passed = new Set<string>();
    let found = ref;
    while (found && hidden.has(found.path)) {
      // Front matter may lead in a circle.
      if (passed.has(found.path)) return undefined;
      passed.add(found.path);
      found = neighbours.get(found.path)?.[side];
    }
    return found;
  };
  const between = <Page extends { previous?: PageRef | undefined; next?: PageRef | undefined }>(
    page: Page,
  ) => {
    const [previous, next] = [beyond(page.previous, 'previous'), beyond(page.next, 'next')];
    return previous === page.previous && next === page.next ? page : { ...page, previous, next };
  };
  const docs = site.docs.filter(({ id }) => view.seesDoc(id)).map(between);
  const sidebars = Object.fromEntries(
    Object.entries(site.sidebars).map(([name, items]) => [name, visibleItems(items, view)]),
  );
  const sets = setsOf(site, docs, sidebars);
  const main = sets.find(({ key }) => key === site.sets[0]?.key);
  const redirects = site.redirects.filter(({ to }) => !view.leadsNowhere(to));
  return {
    ...site,
    version: main?.version ?? { ...site.version, mainDocId: '' },
    sets,
    docs,
    sidebars,
    categories: site.categories
      .filter(({ audience }) => sees(audience))
      .map((category): Category => ({ ...between(category), items: visibleItems(category.items, view) })),
    tags: tagsOf(site.tags, docs),
    pages: site.pages.filter(({ audience }) => sees(audience)),
    blogs: site.blogs.filter(({ audience }) => sees(audience)).map((blog) => blogView(blog, site, sees)),
    redirects,
    questions: site.questions.filter(({ address }) => !view.leadsNowhere(address)),
  };
}

/** The blog with the posts that are seen; the same one where that is all of them. */
function blogView(blog: Blog, { trailingSlash }: Site, sees: Sees): Blog {
  const posts = blog.posts.filter(({ audience }) => sees(audience ?? blog.audience));
  if (posts.length === blog.posts.length) return blog;
  const tags = new Map(blog.tags.map((tag) => [tag.path, tag]));
  return arrangeBlog(blog, posts, { tags, trailingSlash });
}

/** Of all pages that somebody may not see. */
function pathsOf(site: Site): string[] {
  const search = atBasePath(SEARCH_PATH, site.basePath);
  const sending = [...site.docs, ...site.pages].filter(({ redirect }) => redirect !== undefined);
  return [...routesOf(site), ...sending.map(({ path }) => path)].filter((path) => path !== search);
}

export type SidebarViews = ReturnType<typeof sidebarViews>;

/** For whoever looks at few items in many views: the whole site in each would take long. */
export function sidebarViews(site: Site) {
  const audiences = pageAudiences(site);
  const pages = new Map(pathsOf(site).map((path) => [path, audiences.get(path) ?? 'readers']));
  const docs = audiencesOfDocs(site);
  const audienceAt = (href: string) => pages.get(pathOf(href)) ?? pages.get(otherEnd(pathOf(href)));
  return {
    /** Of the page that a link leads to; nothing where it is no page of this site. */
    audienceAt,
    /** The items as they are in `siteView`. */
    of(items: readonly SidebarItem[], sees: Sees) {
      const leadsNowhere = (href: string) => {
        const audience = audienceAt(href);
        return audience !== undefined && !sees(audience);
      };
      return visibleItems(items, { sees, seesDoc: seesDoc(docs, sees), leadsNowhere });
    },
  };
}

function audiencesOfDocs({ docs }: Site): ReadonlyMap<string, Audience> {
  return new Map(docs.map(({ id, audience = 'readers' }) => [id, audience]));
}

function seesDoc(docs: ReadonlyMap<string, Audience>, sees: Sees): View['seesDoc'] {
  return (id) => docs.has(id) && sees(docs.get(id));
}

interface View {
  sees: Sees;
  seesDoc: (id: string) => boolean;
  /** Whether a link leads to what is not seen. */
  leadsNowhere: (href: string) => boolean;
}

function pathOf(href: string): string {
  return decodePath(href.replace(/[?#].*$/s, ''));
}

function visibleItems(items: readonly SidebarItem[], view: View): SidebarItem[] {
  return items.flatMap((item) => visibleItem(item, view));
}

function visibleItem(item: SidebarItem, view: View): SidebarItem[] {
  switch (item.type) {
    case 'html':
      return view.sees(item.audience) ? [item] : [];
    case 'link':
      if (item.docId !== undefined) return view.seesDoc(item.docId) ? [item] : [];
      return view.sees(item.audience) && !view.leadsNowhere(item.href) ? [item] : [];
    case 'category': {
      const below = visibleItems(item.items, view);
      const { href, docId, linkUnlisted, ...rest } = item;
      const isThere =
        docId === undefined ? href !== undefined && !view.leadsNowhere(href) : view.seesDoc(docId);
      if (below.length > 0) return [isThere ? { ...item, items: below } : { ...rest, items: below }];
      // As Docusaurus has it: a category with nothing in it is its page, if that is a document.
      if (docId === undefined || href === undefined || !isThere) return [];
      const { label, className, customProps } = rest;
      return [{ type: 'link', label, href, docId, unlisted: linkUnlisted, className, customProps }];
    }
  }
}

/** The versions that have something left, each with a document that its address leads to. */
function setsOf(site: Site, docs: readonly Doc[], sidebars: Site['sidebars']): DocSet[] {
  const ofSet = Map.groupBy(docs, ({ set }) => set);
  return site.sets.flatMap((set) => {
    const [first, ...others] = ofSet.get(set.key) ?? [];
    if (!first) return [];
    const all = [first, ...others];
    const { mainDocId } = set.version;
    if (all.some(({ id }) => id === mainDocId)) return [set];
    const own = new Set(all.map(({ id }) => id));
    const root = all.find(({ slug }) => slug === '/');
    const ordered = Object.values(sidebars).flatMap((items) => docIdsIn(items));
    const main = root?.id ?? ordered.find((id) => own.has(id)) ?? first.id;
    return [{ ...set, version: { ...set.version, mainDocId: main } }];
  });
}

/** Tags by the documents that are left; unlisted documents count only where there are no others. */
function tagsOf(tags: readonly Tag[], docs: readonly Doc[]): Tag[] {
  const tagged = new Map<string, Doc[]>();
  for (const doc of [...docs].sort((a, b) => a.id.localeCompare(b.id, 'en')))
    for (const { path } of doc.tags) tagged.set(path, [...(tagged.get(path) ?? []), doc]);
  return tags.flatMap((tag) => {
    const all = [...new Set(tagged.get(tag.path) ?? [])].sort((a, b) => a.title.localeCompare(b.title, 'en'));
    if (all.length === 0) return [];
    const unlisted = all.every((doc) => doc.unlisted);
    const docIds = all.filter((doc) => unlisted || !doc.unlisted).map(({ id }) => id);
    return [{ ...tag, docIds, unlisted }];
  });
}
