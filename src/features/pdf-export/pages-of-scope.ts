import { readFileSync } from 'node:fs';
import type { Scope } from '../../model/audience.ts';
import {
  ARTICLE_STYLES_URL,
  buildPageFileUrl,
  buildSidebarFileUrl,
  removeBasePath,
} from '../../model/urls.ts';
import { loadRelease } from '../../server/release/load-release.ts';
import { type Entry, resolveEntry } from '../../server/release/release.ts';
import { didYouMean } from '../../shared/near-name.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import type { PageFile } from '../../ui/page-data.ts';
import { openViews } from '../../views/scope-views.ts';
import type { PublishedPages } from './published-pages.ts';

/** The published pages as readers of this scope see them, or the reason why they can't be read. */
export async function selectPagesOfScope(
  allPages: PublishedPages,
  folder: string,
  scope: Exclude<Scope, { kind: 'everything' }>,
): Promise<PublishedPages | { error: string }> {
  const { release, problems } = await loadRelease({ folder, https: false, openViews });
  if (!release) return { error: problems.map(({ message }) => message).join('\n') };
  const groupNames = release.groups.map(({ name }) => name);
  const unknownGroup =
    scope.kind === 'reader' ? scope.groups.find((group) => !groupNames.includes(group)) : undefined;
  if (unknownGroup !== undefined)
    return { error: `Unknown group "${unknownGroup}".${didYouMean(unknownGroup, groupNames)}` };
  if (!release.views) return scope.kind === 'reader' ? allPages : { error: 'This site has no public pages.' };

  const view = release.views.findView(scope);
  const { basePath } = release;
  const findEntry = (url: string) => view.getEntry(removeBasePath(url, basePath) ?? url);
  const readText = async (pathInSite: string): Promise<string | undefined> => {
    const entry = view.getEntry(pathInSite);
    return entry && (await readBody(await resolveEntry(entry))).toString('utf8');
  };
  const docs = allPages.site.docs.filter((doc) => findEntry(doc.path) !== undefined);
  const articles = new Map<string, { title: string; html: string }>();
  for (const { path } of docs) {
    const text = await readText(buildPageFileUrl(path));
    if (text === undefined) continue;
    // The release loaded, so its files have the format of this version.
    const { page } = JSON.parse(text) as PageFile;
    articles.set(path, { title: page.headTitle, html: page.html });
  }
  const sidebars: (typeof allPages)['site']['sidebars'] = {};
  for (const name of Object.keys(allPages.site.sidebars)) {
    const text = await readText(buildSidebarFileUrl(name));
    if (text !== undefined) sidebars[name] = JSON.parse(text);
  }
  const styles = await readText(ARTICLE_STYLES_URL);
  return {
    site: { ...allPages.site, docs, sidebars },
    language: allPages.language,
    styles: allPages.styles,
    findArticle: (path) => articles.get(path),
    readFile(url) {
      if (removeBasePath(url, basePath) === ARTICLE_STYLES_URL && styles !== undefined)
        return { bytes: Buffer.from(styles), type: 'text/css; charset=utf-8' };
      const entry = findEntry(url);
      if (entry === undefined || 'make' in entry) return undefined;
      const { body, file } = entry.variants.identity;
      return { bytes: body ?? readFileSync(file), type: entry.type };
    },
  };
}

async function readBody({ variants }: Entry): Promise<Buffer> {
  const { body, file } = variants.identity;
  return body ?? readRegularFile(file);
}
