import type { SiteConfig } from '../../config/site-config.ts';
import type { Doc, SidebarItem, Site } from '../../model/site.ts';
import { buildMarkdownPath, joinBasePath, pageHref, removeBasePath } from '../../model/urls.ts';
import { computeShortHash } from '../hashing.ts';
import type { PreparedSite } from '../site-build.ts';

/** The title and description of a page. */
interface PageDescription {
  headTitle: string;
  description: string;
  /** The h1, if the text has none. */
  title?: string | undefined;
}

/** The Markdown file at a page's path plus `.md`. */
export function writeMarkdownDocument(
  { headTitle, description, title }: PageDescription,
  body: string,
): string {
  const lines = [`title: ${JSON.stringify(headTitle)}`];
  if (description !== '') lines.push(`description: ${JSON.stringify(description)}`);
  const heading = title === undefined ? '' : `# ${title}\n\n`;
  return `---\n${lines.join('\n')}\n---\n\n${heading}${body}`;
}

/**
 * `/llms.txt`: the site's name and tagline, and a link to the Markdown of every document, by sections of the sidebar.
 */
export function writeLlmsIndex(
  site: Site,
  { name, tagline, texts }: Pick<SiteConfig, 'name' | 'tagline' | 'texts'>,
): string {
  const parts = [`# ${name}`];
  if (tagline !== '') parts.push(`> ${tagline}`);
  const blogs = site.blogs.map(({ title, posts }) => ({ label: title, docs: posts.filter(isListed) }));
  for (const { label, docs } of [...listSections(site, texts.pagesOutsideCategories), ...blogs])
    if (docs.length > 0) parts.push(`## ${label}`, docs.map((doc) => writeIndexLine(doc, site)).join('\n'));
  return `${parts.join('\n\n')}\n`;
}

const isListed = ({ unlisted, redirect }: Pick<Doc, 'unlisted' | 'redirect'>) =>
  !unlisted && redirect === undefined;

function writeIndexLine(
  { title, path, description }: Pick<Doc, 'title' | 'path' | 'description'>,
  { rootPath }: Site,
): string {
  const markdown = joinBasePath(buildMarkdownPath(removeBasePath(path, rootPath) ?? path), rootPath);
  const link = `- [${title.replace(/[[\]]/g, '\\$&')}](${pageHref(markdown)})`;
  return description === '' ? link : `${link}: ${description.replace(/\s+/g, ' ')}`;
}

/** The text of a file that `writeMarkdownDocument` wrote, without front matter and without an added h1. */
export function readMarkdownBody(file: string, title: string | undefined): string {
  const body = file.replace(/^---\n.*?\n---\n\n/s, '');
  const heading = title === undefined ? '' : `# ${title}\n\n`;
  return body.startsWith(heading) ? body.slice(heading.length) : body;
}

interface Manual extends Pick<PreparedSite, 'site' | 'articles'> {
  config: Pick<SiteConfig, 'name' | 'tagline' | 'texts'>;
}

/** `/llms-full.txt`: all documents in the order of the sidebar. */
export function writeManual({ site, config, articles, cache }: Manual & Pick<PreparedSite, 'cache'>): string {
  const documents = listVisibleDocs(site).map((doc) =>
    writeManualDocument(doc, isTitled(doc, articles), cache.readArticleMarkdown(doc.file)),
  );
  return joinManual(config, documents);
}

/** Lists the visible documents in the order of the sidebars. */
export function listVisibleDocs(site: Site): Doc[] {
  return listSections(site, '').flatMap(({ docs }) => docs);
}

export function writeManualDocument({ title, path }: Doc, isTitled: boolean, markdown: string): string {
  const heading = isTitled ? '' : `# ${title}\n\n`;
  return `${heading}Address: ${pageHref(path)}\n\n${markdown}`;
}

export function joinManual({ name }: Pick<SiteConfig, 'name'>, documents: readonly string[]): string {
  return [`${name}\n`, ...documents].join('\n---\n\n');
}

/** A key that changes when the manual's text changes. */
export function computeManualKey({ site, config, articles }: Manual): string {
  const bodies = site.docs.map((doc) => [articles.get(doc.file)?.bodyHash, isTitled(doc, articles)]);
  return computeShortHash(JSON.stringify([writeLlmsIndex(site, config), bodies]));
}

/** Whether the text of this document has an h1, or should have none. */
export function isTitled({ file, hideTitle }: Doc, articles: Manual['articles']): boolean {
  return hideTitle || articles.get(file)?.summary.hasTitle === true;
}

interface Section {
  label: string;
  docs: Doc[];
}

/**
 * Lists each visible document once: in the order of the sidebars, then those in no category, as a section with this
 * label.
 */
function listSections(site: Site, restLabel: string): Section[] {
  const remainingDocs = new Map(site.docs.filter(isListed).map((doc) => [doc.id, doc]));
  const takeDocs = (items: readonly SidebarItem[]): Doc[] =>
    items.flatMap((item) => {
      if (item.type === 'html') return [];
      const doc = item.docId === undefined ? undefined : remainingDocs.get(item.docId);
      if (doc) remainingDocs.delete(doc.id);
      return [...(doc ? [doc] : []), ...(item.type === 'category' ? takeDocs(item.items) : [])];
    });
  const sections: Section[] = [];
  const looseDocs: Doc[] = [];
  for (const items of Object.values(site.sidebars)) {
    for (const item of items) {
      const docs = takeDocs([item]);
      if (item.type === 'category') sections.push({ label: item.label, docs });
      else looseDocs.push(...docs);
    }
  }
  const rest = [...looseDocs, ...remainingDocs.values()];
  return [...sections, { label: restLabel, docs: rest }].filter(({ docs }) => docs.length > 0);
}
