import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { PublishedPages } from '../../export/published-pages.ts';
import type { Scope } from '../../model/audience.ts';
import { ARTICLE_STYLES_URL, belowBasePath, pageFileUrl, sidebarFileUrl } from '../../model/urls.ts';
import { loadRelease } from '../../server/release/load-release.ts';
import { type Entry, resolveEntry } from '../../server/release/release.ts';
import { didYouMean } from '../../shared/near-name.ts';
import type { PageFile } from '../../ui/page-data.ts';
import { openViews } from '../../views/scope-views.ts';

/** The published build as those see it who are in this scope, or why there is no such thing. */
export async function pagesOfScope(
  whole: PublishedPages,
  folder: string,
  scope: Exclude<Scope, { kind: 'everything' }>,
): Promise<PublishedPages | { fault: string }> {
  const { release, problems } = await loadRelease({ folder, https: false, openViews });
  if (!release) return { fault: problems.map(({ message }) => message).join('\n') };
  const names = release.groups.map(({ name }) => name);
  const unknown = scope.kind === 'reader' ? scope.groups.find((group) => !names.includes(group)) : undefined;
  if (unknown !== undefined) return { fault: `There is no group "${unknown}".${didYouMean(unknown, names)}` };
  if (!release.views) return scope.kind === 'reader' ? whole : { fault: 'This site has no public pages.' };

  const view = release.views.viewFor(scope);
  const { basePath } = release;
  const entryAt = (url: string) => view.entry(belowBasePath(url, basePath) ?? url);
  const textAt = async (below: string): Promise<string | undefined> => {
    const found = view.entry(below);
    return found && (await bytesOf(await resolveEntry(found))).toString('utf8');
  };
  const docs = whole.site.docs.filter((doc) => entryAt(doc.path) !== undefined);
  const articles = new Map<string, { title: string; html: string }>();
  for (const { path } of docs) {
    const text = await textAt(pageFileUrl(path));
    if (text === undefined) continue;
    // Written by the build of the same format.
    const { page } = JSON.parse(text) as PageFile;
    articles.set(path, { title: page.headTitle, html: page.html });
  }
  const sidebars: (typeof whole)['site']['sidebars'] = {};
  for (const name of Object.keys(whole.site.sidebars)) {
    const text = await textAt(sidebarFileUrl(name));
    if (text !== undefined) sidebars[name] = JSON.parse(text);
  }
  const styles = await textAt(ARTICLE_STYLES_URL);
  return {
    site: { ...whole.site, docs, sidebars },
    styles: whole.styles,
    article: (path) => articles.get(path),
    file(url) {
      if (belowBasePath(url, basePath) === ARTICLE_STYLES_URL && styles !== undefined)
        return { bytes: Buffer.from(styles), type: 'text/css; charset=utf-8' };
      const entry = entryAt(url);
      if (entry === undefined || 'make' in entry) return undefined;
      const { body, file } = entry.variants.identity;
      return { bytes: body ?? readFileSync(file), type: entry.type };
    },
  };
}

async function bytesOf({ variants }: Entry): Promise<Buffer> {
  const { body, file } = variants.identity;
  return body ?? readFile(file);
}
