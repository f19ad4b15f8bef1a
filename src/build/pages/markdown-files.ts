import type { SiteConfig } from '../../config/site-config.ts';
import type { Doc, SidebarItem, Site } from '../../model/site.ts';
import { atBasePath, belowBasePath, markdownPath, pageHref } from '../../model/urls.ts';
import { shortHash } from '../hashing.ts';
import type { PreparedSite } from '../prepare-site.ts';

/** What a page says about itself, besides its text. */
interface Described {
  headTitle: string;
  description: string;
  /** The h1 that the text lacks. */
  title?: string | undefined;
}

/** The file at a page's address plus `.md`. */
export function markdownDocument({ headTitle, description, title }: Described, body: string): string {
  const lines = [`title: ${JSON.stringify(headTitle)}`];
  if (description !== '') lines.push(`description: ${JSON.stringify(description)}`);
  const heading = title === undefined ? '' : `# ${title}\n\n`;
  return `---\n${lines.join('\n')}\n---\n\n${heading}${body}`;
}

/** `/llms.txt`: what the site is, and every document with its address as Markdown, by the sections of the sidebar. */
export function llmsIndex(site: Site, { name, tagline }: Pick<SiteConfig, 'name' | 'tagline'>): string {
  const parts = [`# ${name}`];
  if (tagline !== '') parts.push(`> ${tagline}`);
  const blogs = site.blogs.map(({ title, posts }) => ({ label: title, docs: posts.filter(isListed) }));
  for (const { label, docs } of [...listedSections(site), ...blogs])
    if (docs.length > 0) parts.push(`## ${label}`, docs.map((doc) => indexLine(doc, site)).join('\n'));
  return `${parts.join('\n\n')}\n`;
}

const isListed = ({ unlisted, redirect }: Pick<Doc, 'unlisted' | 'redirect'>) =>
  !unlisted && redirect === undefined;

function indexLine(
  { title, path, description }: Pick<Doc, 'title' | 'path' | 'description'>,
  { rootPath }: Site,
): string {
  const markdown = atBasePath(markdownPath(belowBasePath(path, rootPath) ?? path), rootPath);
  const link = `- [${title.replace(/[[\]]/g, '\\$&')}](${pageHref(markdown)})`;
  return description === '' ? link : `${link}: ${description.replace(/\s+/g, ' ')}`;
}

/** The text of a file that `markdownDocument` made, without what it says about itself and without an added h1. */
export function markdownBody(file: string, title: string | undefined): string {
  const body = file.replace(/^---\n.*?\n---\n\n/s, '');
  const heading = title === undefined ? '' : `# ${title}\n\n`;
  return body.startsWith(heading) ? body.slice(heading.length) : body;
}

interface Manual extends Pick<PreparedSite, 'site' | 'articles'> {
  config: Pick<SiteConfig, 'name' | 'tagline'>;
}

/** `/llms-full.txt`: every document after the other, in the order of the sidebar. */
export function singlePageManual({
  site,
  config,
  articles,
  cache,
}: Manual & Pick<PreparedSite, 'cache'>): string {
  const documents = listedDocs(site).map((doc) =>
    documentInManual(doc, isTitled(doc, articles), cache.articleMarkdown(doc.file)),
  );
  return joinManual(config, documents);
}

/** Every listed document, in the order of the sidebars. */
export function listedDocs(site: Site): Doc[] {
  return listedSections(site).flatMap(({ docs }) => docs);
}

export function documentInManual({ title, path }: Doc, isTitled: boolean, markdown: string): string {
  const heading = isTitled ? '' : `# ${title}\n\n`;
  return `${heading}Address: ${pageHref(path)}\n\n${markdown}`;
}

export function joinManual({ name }: Pick<SiteConfig, 'name'>, documents: readonly string[]): string {
  return [`${name}\n`, ...documents].join('\n---\n\n');
}

/** Changes with its text. */
export function singlePageManualKey({ site, config, articles }: Manual): string {
  const bodies = site.docs.map((doc) => [articles.get(doc.file)?.bodyHash, isTitled(doc, articles)]);
  return shortHash(JSON.stringify([llmsIndex(site, config), bodies]));
}

/** Whether the text of this document has its h1, or should have none. */
export function isTitled({ file, hideTitle }: Doc, articles: Manual['articles']): boolean {
  return hideTitle || articles.get(file)?.summary.hasTitle === true;
}

/** Every listed document once: as the sidebars order them, then those that are in none. */
function listedSections(site: Site): { label: string; docs: Doc[] }[] {
  const left = new Map(site.docs.filter(isListed).map((doc) => [doc.id, doc]));
  const take = (items: readonly SidebarItem[]): Doc[] =>
    items.flatMap((item) => {
      if (item.type === 'html') return [];
      const own = item.docId === undefined ? undefined : left.get(item.docId);
      if (own) left.delete(own.id);
      return [...(own ? [own] : []), ...(item.type === 'category' ? take(item.items) : [])];
    });
  const sections: ReturnType<typeof listedSections> = [];
  const loose: Doc[] = [];
  for (const items of Object.values(site.sidebars)) {
    for (const item of items) {
      const docs = take([item]);
      if (item.type === 'category') sections.push({ label: item.label, docs });
      else loose.push(...docs);
    }
  }
  const rest = [...loose, ...left.values()];
  return [...sections, { label: 'More', docs: rest }].filter(({ docs }) => docs.length > 0);
}
