import path from 'node:path';
import { readAudience } from '../../config/audience.ts';
import { READERS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import {
  type Audience,
  covers,
  describeAudience,
  intersectAudiences,
  toAudience,
  uniteAudiences,
} from '../../model/audience.ts';
import type { BlogPost } from '../../model/blog.ts';
import type { Category, Doc, SidebarItem, Site, StandalonePage, Tag } from '../../model/site.ts';
import { findLineOfText } from '../../shared/line-of-key.ts';
import type { Problem } from '../../shared/problem.ts';
import { type AudienceConfig, type DeclaredAudience, DeclaredAudiences } from './declared-audiences.ts';

/** Audiences that files of one version of a documentation declare. */
export interface SetAudiences {
  /** Declarations for a document, by its file: its own, then those of its folders from the innermost. */
  docs: ReadonlyMap<string, readonly DeclaredAudience[]>;
  /** Path and text of the sidebars file, for problems. */
  sidebarsFile: string;
  sidebarsText: string;
}

interface AudienceSources extends AudienceConfig, Pick<SiteConfig, 'docs' | 'blogs' | 'pages'> {
  siteDir: string;
  /** Absolute paths that files of documents and pages are relative to. */
  docsDir: string;
  pagesDir: string | undefined;
  /** Audiences by key of the set. */
  sets: ReadonlyMap<string, SetAudiences>;
  /** Declarations by file of the post. */
  postFiles: ReadonlyMap<string, readonly DeclaredAudience[]>;
  /** Declarations by file of the page. */
  pageFiles: ReadonlyMap<string, readonly DeclaredAudience[]>;
}

/**
 * Adds an audience to everything that isn't for every reader. The nearest declaration counts. Without declarations the
 * Site is returned unchanged.
 */
export function addAudiences(site: Site, sources: AudienceSources): { site: Site; problems: Problem[] } {
  const resolver = new Resolver(site, sources);
  return { site: resolver.site(), problems: resolver.declared.problems };
}

class Resolver {
  readonly declared: DeclaredAudiences;
  readonly #site: Site;
  readonly #sources: AudienceSources;
  /** Audiences that categories declare for a document, in every sidebar that lists it. */
  readonly #inSidebars = new Map<string, Audience[]>();
  #isSaidInSidebars = false;

  constructor(site: Site, sources: AudienceSources) {
    this.#site = site;
    this.#sources = sources;
    this.declared = new DeclaredAudiences(sources, sources.siteDir);
  }

  site(): Site {
    const site = this.#site;
    for (const [name, items] of Object.entries(site.sidebars)) this.#walk(name, items, undefined);
    const docs = site.docs.map((doc) => setAudience(doc, this.#ofDoc(doc)));
    const pages = site.pages.map((page) => setAudience(page, this.#ofPage(page)));
    const blogs = site.blogs.map((blog) => {
      const options = this.#sources.blogs.find(({ id }) => id === blog.id);
      const audience = this.declared.resolve(this.declared.declareFromConfig(options?.audience));
      const posts = blog.posts.map((post) => this.#ofPost(post, audience));
      return setAudience(
        posts.some((post, index) => post !== blog.posts[index]) ? { ...blog, posts } : blog,
        audience,
      );
    });
    const isPlain = (part: { audience?: Audience | undefined }) => part.audience === undefined;
    const parts = [...docs, ...pages, ...blogs];
    if (parts.every(isPlain) && !this.#isSaidInSidebars) return site;

    const byId: DocsById = new Map(docs.map((doc) => [doc.id, doc]));
    const categoryPages = new Map<string, { audience: Audience; items: SidebarItem[] }>();
    const sidebars = Object.fromEntries(
      Object.entries(site.sidebars).map(([name, items]) => [
        name,
        this.#inherited(items, this.#ofSetNamed(name), { docs: byId, shown: categoryPages }),
      ]),
    );
    const categories = site.categories.map((category): Category => {
      const categoryPage = categoryPages.get(category.path);
      return categoryPage
        ? setAudience({ ...category, items: categoryPage.items }, categoryPage.audience)
        : category;
    });
    const tags = site.tags.map((tag): Tag => {
      const taggedDocs = docs.filter((doc) => doc.tags.some(({ path: address }) => address === tag.path));
      return setAudience(tag, uniteAudiences(taggedDocs.map(({ audience }) => audience)));
    });
    this.#checkLabels(sidebars, byId);
    return { ...site, docs, pages, blogs, sidebars, categories, tags };
  }

  /** Collects the audiences that categories of sidebars declare for the documents in them. */
  #walk(sidebar: string, items: readonly SidebarItem[], above: Audience | undefined): void {
    for (const item of items) {
      const itemAudience = item.type === 'category' ? (item.audience ?? above) : above;
      if (item.type === 'category' && item.audience !== undefined) {
        this.#isSaidInSidebars = true;
        this.#inSidebar(sidebar, typeof item.audience === 'string' ? [item.audience] : item.audience);
      }
      if (item.type !== 'html' && item.docId !== undefined && itemAudience !== undefined)
        this.#inSidebars.set(item.docId, [...(this.#inSidebars.get(item.docId) ?? []), itemAudience]);
      if (item.type === 'category') this.#walk(sidebar, item.items, itemAudience);
    }
  }

  /** Reports unknown groups in a sidebars file. Those in category files are reported with their own file. */
  #inSidebar(sidebar: string, groups: readonly string[]): void {
    const set = this.#site.sets.find(({ key }) => belongsToSet(key, sidebar));
    const setAudiences = set && this.#sources.sets.get(set.key);
    for (const group of groups) {
      const line = setAudiences && findLineOfText(setAudiences.sidebarsText, group);
      if (setAudiences && line !== undefined)
        this.declared.checkName(group, { file: setAudiences.sidebarsFile, line });
    }
  }

  #ofDoc(doc: Doc): Audience {
    const { docsDir } = this.#sources;
    const declaredAudiences = this.#sources.sets.get(doc.set)?.docs.get(doc.file) ?? [];
    const files = [doc.file, ...(doc.aliases ?? [])].map((file) => path.resolve(docsDir, file));
    const sidebars = this.#inSidebars.get(doc.id) ?? [];
    const common = sidebars.reduce(intersectAudiences, sidebars[0] ?? READERS);
    if (sidebars.length > 0 && common.length === 0)
      this.declared.report(
        'audience',
        'No group may see all of its sidebar categories, so it would be hidden from all readers. Give the document its own "audience".',
        { file: doc.source.replace('@site/', '') },
      );
    return this.declared.resolve(
      [...declaredAudiences, ...this.declared.declareFromPatterns(files)],
      sidebars.length > 0 ? common : undefined,
      this.#ofSet(doc.set),
    );
  }

  #ofPage(page: StandalonePage): Audience {
    const { pages, pageFiles, pagesDir = '' } = this.#sources;
    const files = [page.file, page.original ?? page.file].map((file) => path.resolve(pagesDir, file));
    return this.declared.resolve([
      ...(pageFiles.get(page.file) ?? []),
      ...this.declared.declareFromPatterns(files),
      ...this.declared.declareFromConfig(pages === false ? undefined : pages.audience),
    ]);
  }

  #ofSet(key: string): DeclaredAudience[] {
    const set = this.#site.sets.find((candidate) => candidate.key === key);
    const options = this.#sources.docs.find(({ id }) => id === set?.instance);
    const version = set && options?.versions[set.version.name];
    return [
      ...this.declared.declareFromConfig(version?.audience),
      ...this.declared.declareFromConfig(options?.audience),
    ];
  }

  #ofSetNamed(sidebar: string): Audience | undefined {
    const set = this.#site.sets.find(({ key }) => belongsToSet(key, sidebar));
    const [nearest] = set ? this.#ofSet(set.key) : [];
    return nearest && toAudience(readAudience(nearest.written).names);
  }

  /** A post can narrow the audience of its blog, not widen it. */
  #ofPost(post: BlogPost, ofBlog: Audience): BlogPost {
    const { postFiles, docsDir } = this.#sources;
    const files = [post.file, ...(post.aliases ?? [])].map((file) => path.resolve(docsDir, file));
    const nearest = [...(postFiles.get(post.file) ?? []), ...this.declared.declareFromPatterns(files)];
    if (nearest.length === 0) return post;
    const audience = this.declared.resolve(nearest);
    if (!covers(ofBlog, audience)) {
      const message = `The audience of the post is ${describeAudience(audience)}, but its blog is only for ${describeAudience(ofBlog)}. Choose a narrower audience, or widen that of the blog in its options.`;
      this.declared.report('audience-limit', message, nearest[0] ?? {});
      return { ...post, audience: intersectAudiences(ofBlog, audience) };
    }
    return covers(audience, ofBlog) ? post : { ...post, audience };
  }

  /** Passes audiences down to items, and collects what category pages show and to whom. */
  #inherited(
    items: readonly SidebarItem[],
    above: Audience | undefined,
    into: { docs: DocsById; shown: Map<string, { audience: Audience; items: SidebarItem[] }> },
  ): SidebarItem[] {
    return items.map((item) => {
      if (item.type !== 'category') {
        if (item.type === 'link' && item.docId !== undefined) return item;
        return setAudience(item, above ?? READERS);
      }
      const itemAudience = item.audience ?? above;
      const children = this.#inherited(item.items, itemAudience, into);
      const { audience: _, ...rest } = item;
      const audienceInside = uniteAudiences(children.map((child) => findItemAudience(child, into.docs)));
      if (item.href !== undefined && item.docId === undefined)
        into.shown.set(item.href, {
          audience: intersectAudiences(itemAudience, audienceInside),
          items: children,
        });
      return { ...rest, items: children };
    });
  }

  /** A category labelled like its page would reveal the title of that page to readers who may not see it. */
  #checkLabels(sidebars: Site['sidebars'], docs: DocsById): void {
    const visit = (item: SidebarItem): void => {
      if (item.type !== 'category') return;
      item.items.forEach(visit);
      const page = item.docId === undefined ? undefined : docs.get(item.docId);
      if (!page || (item.label !== page.title && item.label !== page.sidebarLabel)) return;
      if (covers(page.audience, uniteAudiences(item.items.map((child) => findItemAudience(child, docs)))))
        return;
      const message = `The category takes its label from this page, but some readers who see the category may not see the page. Give the category its own label in a _category_ file or in the sidebars file.`;
      this.declared.report('audience-label', message, { file: page.source.replace('@site/', '') });
    };
    Object.values(sidebars).flat().forEach(visit);
  }
}

type DocsById = ReadonlyMap<string, Doc>;

/** A category is visible to everyone who can see at least one of its items. */
function findItemAudience(item: SidebarItem, docs: DocsById): Audience {
  if (item.type === 'category') {
    const pageAudience = item.docId === undefined ? [] : [docs.get(item.docId)?.audience];
    return uniteAudiences([...pageAudience, ...item.items.map((child) => findItemAudience(child, docs))]);
  }
  if (item.type === 'link' && item.docId !== undefined) return docs.get(item.docId)?.audience ?? READERS;
  return item.audience ?? READERS;
}

/** Leaves the audience out if it's every reader, so that a site without audiences stays unchanged. */
function setAudience<Part extends { audience?: Audience | undefined }>(part: Part, audience: Audience): Part {
  if (audience !== READERS) return { ...part, audience };
  if (part.audience === undefined) return part;
  const { audience: _, ...rest } = part;
  // Only an optional key is gone, so this is still a Part.
  return rest as Part;
}

function belongsToSet(key: string, sidebar: string): boolean {
  return key === '' ? !sidebar.includes('::') : sidebar.startsWith(`${key}::`);
}
