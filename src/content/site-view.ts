import type { Audience } from '../model/audience.ts';
import type { Blog } from '../model/blog.ts';
import type { Category, Doc, DocSet, PageRef, SidebarItem, Site, Tag } from '../model/site.ts';
import { joinBasePath, SEARCH_PATH } from '../model/urls.ts';
import { toggleEndSlash } from '../model/written-links.ts';
import { decodePath } from '../shared/decode.ts';
import { collectPageAudiences } from './audiences/page-audiences.ts';
import { arrangeBlog } from './blog/arrange-blog.ts';
import { collectDocIds, listRoutes } from './links/routes.ts';

/** Whether the reader may see content of an audience. Undefined is the default audience. */
export type CanSee = (audience: Audience | undefined) => boolean;

/**
 * Creates the Site as a reader sees it, as if everything hidden had never been written: no page, link, count, tag or
 * version reveals it. Whatever is made from the result can't leak more.
 */
export function createSiteView(site: Site, canSee: CanSee): Site {
  const audiences = collectPageAudiences(site);
  // Pages without an audience are for readers, so visitors don't see them either.
  const hiddenPaths = new Set(listPaths(site).filter((path) => !canSee(audiences.get(path))));
  const view: View = {
    canSee,
    canSeeDoc: createDocFilter(collectDocAudiences(site), canSee),
    isHiddenLink: (href) => hiddenPaths.has(toPath(href)) || hiddenPaths.has(toggleEndSlash(toPath(href))),
  };
  const neighbours = new Map(
    [...site.docs, ...site.categories].map(({ path, previous, next }) => [path, { previous, next }]),
  );
  const findNextVisible = (ref: PageRef | undefined, side: 'previous' | 'next'): PageRef | undefined => {
    const passedPaths = new Set<string>();
    let current = ref;
    while (current && hiddenPaths.has(current.path)) {
      // Front matter can link pages in a circle.
      if (passedPaths.has(current.path)) return undefined;
      passedPaths.add(current.path);
      current = neighbours.get(current.path)?.[side];
    }
    return current;
  };
  const hideInvisibleNeighbours = <
    Page extends { previous?: PageRef | undefined; next?: PageRef | undefined },
  >(
    page: Page,
  ) => {
    const [previous, next] = [findNextVisible(page.previous, 'previous'), findNextVisible(page.next, 'next')];
    return previous === page.previous && next === page.next ? page : { ...page, previous, next };
  };
  const docs = site.docs.filter(({ id }) => view.canSeeDoc(id)).map(hideInvisibleNeighbours);
  const sidebars = Object.fromEntries(
    Object.entries(site.sidebars).map(([name, items]) => [name, keepVisibleItems(items, view)]),
  );
  const sets = keepVisibleSets(site, docs, sidebars);
  const main = sets.find(({ key }) => key === site.sets[0]?.key);
  const redirects = site.redirects.filter(({ to }) => !view.isHiddenLink(to));
  return {
    ...site,
    version: main?.version ?? { ...site.version, mainDocId: '' },
    sets,
    docs,
    sidebars,
    categories: site.categories
      .filter(({ audience }) => canSee(audience))
      .map(
        (category): Category => ({
          ...hideInvisibleNeighbours(category),
          items: keepVisibleItems(category.items, view),
        }),
      ),
    tags: keepVisibleTags(site.tags, docs),
    pages: site.pages.filter(({ audience }) => canSee(audience)),
    blogs: site.blogs
      .filter(({ audience }) => canSee(audience))
      .map((blog) => createBlogView(blog, site, canSee)),
    redirects,
    questions: site.questions.filter(({ address }) => !view.isHiddenLink(address)),
  };
}

/** The blog with its visible posts. Unchanged if all of them are visible. */
function createBlogView(blog: Blog, { basePath, trailingSlash }: Site, canSee: CanSee): Blog {
  const posts = blog.posts.filter(({ audience }) => canSee(audience ?? blog.audience));
  if (posts.length === blog.posts.length) return blog;
  const tags = new Map(blog.tags.map((tag) => [tag.path, tag]));
  return arrangeBlog(blog, posts, { tags, basePath, trailingSlash });
}

/** Lists the paths of all pages, also of those that only redirect. */
function listPaths(site: Site): string[] {
  const search = joinBasePath(SEARCH_PATH, site.basePath);
  const redirectingPages = [...site.docs, ...site.pages].filter(({ redirect }) => redirect !== undefined);
  return [...listRoutes(site), ...redirectingPages.map(({ path }) => path)].filter((path) => path !== search);
}

/** Checks of single links and items, for views of the same site. */
export interface SidebarViews {
  /** Audience of the page that a link leads to. Undefined if the link leads to no page of this site. */
  findAudienceAt(href: string): Audience | undefined;
  /** The items as `createSiteView` would keep them. */
  filterItems(items: readonly SidebarItem[], canSee: CanSee): SidebarItem[];
}

/** For checks of a few items in many views, where creating each whole view would take long. */
export function createSidebarViews(site: Site): SidebarViews {
  const audiences = collectPageAudiences(site);
  const pages = new Map(listPaths(site).map((path) => [path, audiences.get(path) ?? 'readers']));
  const docs = collectDocAudiences(site);
  const findAudience = (href: string) => pages.get(toPath(href)) ?? pages.get(toggleEndSlash(toPath(href)));
  return {
    findAudienceAt: findAudience,
    filterItems(items: readonly SidebarItem[], canSee: CanSee) {
      const isHiddenLink = (href: string) => {
        const audience = findAudience(href);
        return audience !== undefined && !canSee(audience);
      };
      return keepVisibleItems(items, {
        canSee,
        canSeeDoc: createDocFilter(docs, canSee),
        isHiddenLink,
      });
    },
  };
}

function collectDocAudiences({ docs }: Site): ReadonlyMap<string, Audience> {
  return new Map(docs.map(({ id, audience = 'readers' }) => [id, audience]));
}

function createDocFilter(docs: ReadonlyMap<string, Audience>, canSee: CanSee): View['canSeeDoc'] {
  return (id) => docs.has(id) && canSee(docs.get(id));
}

/** A reader's rights, prepared for sidebar items. */
interface View {
  canSee: CanSee;
  canSeeDoc: (id: string) => boolean;
  /** Whether a link leads to a page that the reader may not see. */
  isHiddenLink: (href: string) => boolean;
}

function toPath(href: string): string {
  return decodePath(href.replace(/[?#].*$/s, ''));
}

function keepVisibleItems(items: readonly SidebarItem[], view: View): SidebarItem[] {
  return items.flatMap((item) => keepVisibleItem(item, view));
}

function keepVisibleItem(item: SidebarItem, view: View): SidebarItem[] {
  switch (item.type) {
    case 'html':
      return view.canSee(item.audience) ? [item] : [];
    case 'link':
      if (item.docId !== undefined) return view.canSeeDoc(item.docId) ? [item] : [];
      return view.canSee(item.audience) && !view.isHiddenLink(item.href) ? [item] : [];
    case 'category': {
      const itemsBelow = keepVisibleItems(item.items, view);
      const { href, docId, linkUnlisted, ...rest } = item;
      const isLinkVisible =
        docId === undefined ? href !== undefined && !view.isHiddenLink(href) : view.canSeeDoc(docId);
      if (itemsBelow.length > 0)
        return [isLinkVisible ? { ...item, items: itemsBelow } : { ...rest, items: itemsBelow }];
      // As in Docusaurus, a category without items becomes a link to its page, if that is a document.
      if (docId === undefined || href === undefined || !isLinkVisible) return [];
      const { label, className, customProps } = rest;
      return [{ type: 'link', label, href, docId, unlisted: linkUnlisted, className, customProps }];
    }
  }
}

/** Keeps versions with visible documents. The main document of each is one that is visible. */
function keepVisibleSets(site: Site, docs: readonly Doc[], sidebars: Site['sidebars']): DocSet[] {
  const docsBySet = Map.groupBy(docs, ({ set }) => set);
  return site.sets.flatMap((set) => {
    const [first, ...otherDocs] = docsBySet.get(set.key) ?? [];
    if (!first) return [];
    const setDocs = [first, ...otherDocs];
    const { mainDocId } = set.version;
    if (setDocs.some(({ id }) => id === mainDocId)) return [set];
    const setDocIds = new Set(setDocs.map(({ id }) => id));
    const root = setDocs.find(({ slug }) => slug === '/');
    const orderedIds = Object.values(sidebars).flatMap((items) => collectDocIds(items));
    const main = root?.id ?? orderedIds.find((id) => setDocIds.has(id)) ?? first.id;
    return [{ ...set, version: { ...set.version, mainDocId: main } }];
  });
}

/** Keeps tags of visible documents. Unlisted documents count only if the tag has no others. */
function keepVisibleTags(tags: readonly Tag[], docs: readonly Doc[]): Tag[] {
  const docsByTag = new Map<string, Doc[]>();
  for (const doc of [...docs].sort((a, b) => a.id.localeCompare(b.id, 'en')))
    for (const { path } of doc.tags) docsByTag.set(path, [...(docsByTag.get(path) ?? []), doc]);
  return tags.flatMap((tag) => {
    const taggedDocs = [...new Set(docsByTag.get(tag.path) ?? [])].sort((a, b) =>
      a.title.localeCompare(b.title, 'en'),
    );
    if (taggedDocs.length === 0) return [];
    const isUnlisted = taggedDocs.every((doc) => doc.unlisted);
    const docIds = taggedDocs.filter((doc) => isUnlisted || !doc.unlisted).map(({ id }) => id);
    return [{ ...tag, docIds, unlisted: isUnlisted }];
  });
}
