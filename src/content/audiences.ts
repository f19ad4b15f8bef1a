import path from 'node:path';
import { readAudience } from '../config/audience.ts';
import { READERS } from '../config/constants.ts';
import type { BlogOptions, DocsOptions } from '../config/docs-options.ts';
import type { SiteConfig } from '../config/site-config.ts';
import {
  type Audience,
  audienceText,
  covers,
  intersectAudiences,
  toAudience,
  uniteAudiences,
} from '../model/audience.ts';
import type { BlogPost } from '../model/blog.ts';
import type { Category, Doc, SidebarItem, Site, StandalonePage, Tag } from '../model/site.ts';
import { lineOfText } from '../shared/line-of-key.ts';
import type { Problem } from '../shared/problem.ts';
import { type AudienceConfig, type Declared, DeclaredAudiences } from './declared-audiences.ts';

/** What one version of a documentation says of audiences. */
interface SetAudiences {
  /** By the file of a document: what it says itself, then its folders, the nearest first. */
  docs: ReadonlyMap<string, readonly Declared[]>;
  /** For problems. */
  sidebarsFile: string;
  sidebarsText: string;
}

export interface AudienceSources extends AudienceConfig, Pick<SiteConfig, 'pages'> {
  docs: readonly DocsOptions[];
  blogs: readonly BlogOptions[];
  siteDir: string;
  /** Absolute: what files of documents, and of pages, are relative to. */
  docsDir: string;
  pagesDir: string | undefined;
  /** By key of the set. */
  sets: ReadonlyMap<string, SetAudiences>;
  /** By file of the post. */
  postFiles: ReadonlyMap<string, readonly Declared[]>;
  /** By file of the page. */
  pageFiles: ReadonlyMap<string, readonly Declared[]>;
}

/**
 * The Site with an audience on everything that is not there for every reader: what is said nearest counts. The same
 * Site where nobody says anything.
 */
export function withAudiences(site: Site, sources: AudienceSources): { site: Site; problems: Problem[] } {
  const resolver = new Resolver(site, sources);
  return { site: resolver.site(), problems: resolver.declared.problems };
}

class Resolver {
  readonly declared: DeclaredAudiences;
  readonly #site: Site;
  readonly #sources: AudienceSources;
  /** What the sidebars say of a document, wherever it is in one. */
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
    const docs = site.docs.map((doc) => withAudience(doc, this.#ofDoc(doc)));
    const pages = site.pages.map((page) => withAudience(page, this.#ofPage(page)));
    const blogs = site.blogs.map((blog) => {
      const options = this.#sources.blogs.find(({ id }) => id === blog.id);
      const audience = this.declared.resolve(this.declared.ofConfig(options?.audience));
      const posts = blog.posts.map((post) => this.#ofPost(post, audience));
      return withAudience(
        posts.some((post, at) => post !== blog.posts[at]) ? { ...blog, posts } : blog,
        audience,
      );
    });
    const isPlain = (part: { audience?: Audience | undefined }) => part.audience === undefined;
    const parts = [...docs, ...pages, ...blogs];
    if (parts.every(isPlain) && !this.#isSaidInSidebars) return site;

    const byId: DocsById = new Map(docs.map((doc) => [doc.id, doc]));
    const shown = new Map<string, { audience: Audience; items: SidebarItem[] }>();
    const sidebars = Object.fromEntries(
      Object.entries(site.sidebars).map(([name, items]) => [
        name,
        this.#inherited(items, this.#ofSetNamed(name), { docs: byId, shown }),
      ]),
    );
    const categories = site.categories.map((category): Category => {
      const found = shown.get(category.path);
      return found ? withAudience({ ...category, items: found.items }, found.audience) : category;
    });
    const tags = site.tags.map((tag): Tag => {
      const tagged = docs.filter((doc) => doc.tags.some(({ path: address }) => address === tag.path));
      return withAudience(tag, uniteAudiences(tagged.map(({ audience }) => audience)));
    });
    this.#checkLabels(sidebars, byId);
    return { ...site, docs, pages, blogs, sidebars, categories, tags };
  }

  /** What categories of sidebars say of the documents in them. */
  #walk(sidebar: string, items: readonly SidebarItem[], above: Audience | undefined): void {
    for (const item of items) {
      const here = item.type === 'category' ? (item.audience ?? above) : above;
      if (item.type === 'category' && item.audience !== undefined) {
        this.#isSaidInSidebars = true;
        this.#inSidebar(sidebar, typeof item.audience === 'string' ? [item.audience] : item.audience);
      }
      if (item.type !== 'html' && item.docId !== undefined && here !== undefined)
        this.#inSidebars.set(item.docId, [...(this.#inSidebars.get(item.docId) ?? []), here]);
      if (item.type === 'category') this.#walk(sidebar, item.items, here);
    }
  }

  /** Unknown names in the sidebars file; those of folders are reported where they are written. */
  #inSidebar(sidebar: string, groups: readonly string[]): void {
    const set = this.#site.sets.find(({ key }) => sidebarIsOf(key, sidebar));
    const said = set && this.#sources.sets.get(set.key);
    for (const group of groups) {
      const line = said && lineOfText(said.sidebarsText, group);
      if (said && line !== undefined) this.declared.known(group, { file: said.sidebarsFile, line });
    }
  }

  #ofDoc(doc: Doc): Audience {
    const { docsDir } = this.#sources;
    const own = this.#sources.sets.get(doc.set)?.docs.get(doc.file) ?? [];
    const files = [doc.file, ...(doc.aliases ?? [])].map((file) => path.resolve(docsDir, file));
    const sidebars = this.#inSidebars.get(doc.id) ?? [];
    const common = sidebars.reduce(intersectAudiences, sidebars[0] ?? READERS);
    if (sidebars.length > 0 && common.length === 0)
      this.declared.report(
        'audience',
        'Its categories in the sidebars have no group in common, so nobody would see it. Give it an audience of its own.',
        { file: doc.source.replace('@site/', '') },
      );
    return this.declared.resolve(
      [...own, ...this.declared.byPattern(files)],
      sidebars.length > 0 ? common : undefined,
      this.#ofSet(doc.set),
    );
  }

  #ofPage(page: StandalonePage): Audience {
    const { pages, pageFiles, pagesDir = '' } = this.#sources;
    const files = [page.file, page.original ?? page.file].map((file) => path.resolve(pagesDir, file));
    return this.declared.resolve([
      ...(pageFiles.get(page.file) ?? []),
      ...this.declared.byPattern(files),
      ...this.declared.ofConfig(pages === false ? undefined : pages.audience),
    ]);
  }

  #ofSet(key: string): Declared[] {
    const set = this.#site.sets.find((one) => one.key === key);
    const options = this.#sources.docs.find(({ id }) => id === set?.instance);
    const version = set && options?.versions[set.version.name];
    return [...this.declared.ofConfig(version?.audience), ...this.declared.ofConfig(options?.audience)];
  }

  #ofSetNamed(sidebar: string): Audience | undefined {
    const set = this.#site.sets.find(({ key }) => sidebarIsOf(key, sidebar));
    const [nearest] = set ? this.#ofSet(set.key) : [];
    return nearest && toAudience(readAudience(nearest.written).names);
  }

  /** Held to what its blog is: a post is for fewer, or for as many. */
  #ofPost(post: BlogPost, ofBlog: Audience): BlogPost {
    const { postFiles, docsDir } = this.#sources;
    const files = [post.file, ...(post.aliases ?? [])].map((file) => path.resolve(docsDir, file));
    const near = [...(postFiles.get(post.file) ?? []), ...this.declared.byPattern(files)];
    if (near.length === 0) return post;
    const audience = this.declared.resolve(near);
    if (!covers(ofBlog, audience)) {
      const message = `It is for ${audienceText(audience)}, and its blog for ${audienceText(ofBlog)} alone. Name fewer, or say in the options of the blog whom all of it is for.`;
      this.declared.report('audience-limit', message, near[0] ?? {});
      return { ...post, audience: intersectAudiences(ofBlog, audience) };
    }
    return covers(audience, ofBlog) ? post : { ...post, audience };
  }

  /** Items with what they have from above, and what the pages of categories show and to whom. */
  #inherited(
    items: readonly SidebarItem[],
    above: Audience | undefined,
    into: { docs: DocsById; shown: Map<string, { audience: Audience; items: SidebarItem[] }> },
  ): SidebarItem[] {
    return items.map((item) => {
      if (item.type !== 'category') {
        if (item.type === 'link' && item.docId !== undefined) return item;
        return withAudience(item, above ?? READERS);
      }
      const here = item.audience ?? above;
      const children = this.#inherited(item.items, here, into);
      const { audience: _, ...rest } = item;
      const inside = uniteAudiences(children.map((child) => audienceOfItem(child, into.docs)));
      if (item.href !== undefined && item.docId === undefined)
        into.shown.set(item.href, { audience: intersectAudiences(here, inside), items: children });
      return { ...rest, items: children };
    });
  }

  /** A category that is called as its page is would tell the title of a page that somebody may not see. */
  #checkLabels(sidebars: Site['sidebars'], docs: DocsById): void {
    const visit = (item: SidebarItem): void => {
      if (item.type !== 'category') return;
      item.items.forEach(visit);
      const page = item.docId === undefined ? undefined : docs.get(item.docId);
      if (!page || (item.label !== page.title && item.label !== page.sidebarLabel)) return;
      if (covers(page.audience, uniteAudiences(item.items.map((child) => audienceOfItem(child, docs)))))
        return;
      const message = `The category has its label from this page, which fewer readers may see than what is in it. Give the category a label of its own, in a _category_ file or in the sidebars file.`;
      this.declared.report('audience-label', message, { file: page.source.replace('@site/', '') });
    };
    Object.values(sidebars).flat().forEach(visit);
  }
}

type DocsById = ReadonlyMap<string, Doc>;

/** Of what an item shows: a category is there for whom anything in it is there for. */
function audienceOfItem(item: SidebarItem, docs: DocsById): Audience {
  if (item.type === 'category') {
    const own = item.docId === undefined ? [] : [docs.get(item.docId)?.audience];
    return uniteAudiences([...own, ...item.items.map((child) => audienceOfItem(child, docs))]);
  }
  if (item.type === 'link' && item.docId !== undefined) return docs.get(item.docId)?.audience ?? READERS;
  return item.audience ?? READERS;
}

/** Says nothing where it is for every reader, so that a site without audiences stays as it is. */
function withAudience<Part extends { audience?: Audience | undefined }>(
  part: Part,
  audience: Audience,
): Part {
  if (audience !== READERS) return { ...part, audience };
  if (part.audience === undefined) return part;
  const { audience: _, ...rest } = part;
  // Without a key that it may lack, it is what it was.
  return rest as Part;
}

function sidebarIsOf(key: string, sidebar: string): boolean {
  return key === '' ? !sidebar.includes('::') : sidebar.startsWith(`${key}::`);
}
