import path from 'node:path';
import { ImportGraph } from '../../build/cache/import-graph.ts';
import { listArticles } from '../../build/compile/documents.ts';
import { type BuildEnvironment, checkSiteFolder, type Folders, resolveFolders } from '../../build/folders.ts';
import { readConfig, readContent } from '../../build/read-content.ts';
import { translateConfig } from '../../content/languages/locales.ts';
import { collectDocIds, listRoutes } from '../../content/links/routes.ts';
import type { Audience } from '../../model/audience.ts';
import type { Doc } from '../../model/site.ts';
import type { Problem } from '../../shared/problem.ts';

/** The content that authors have written, in every language, without compiling it. Unreadable files are left out. */
export interface WrittenSite {
  folders: Folders;
  /** The path under which the site is served. */
  basePath: string;
  /** Documents in the default language, with their absolute paths. */
  docs: readonly (Doc & { absolute: string })[];
  /** For each language: absolute path of a file to the address of its page. */
  pages: readonly ReadonlyMap<string, string>[];
  /** Generated pages of categories, for each language. */
  categories: readonly (readonly WrittenCategory[])[];
  routes: ReadonlySet<string>;
  /**
   * Absolute path of a file to its audience, in the default language. Files that every reader may read aren't included.
   */
  audiences: ReadonlyMap<string, Audience>;
  /** Problems with files of the default language. */
  problems: readonly Problem[];
}

/** A category with a generated page. Outer categories come before inner ones. */
interface WrittenCategory {
  path: string;
  sidebar: string;
  /** Absolute paths of all documents in it. */
  files: readonly string[];
}

export async function readWrittenSite(
  environment: BuildEnvironment,
  workDir: string,
): Promise<{ site: WrittenSite } | { problems: readonly Problem[] }> {
  const base = resolveFolders(environment, workDir);
  const folderProblems = checkSiteFolder(base);
  if (folderProblems.length > 0) return { problems: folderProblems };
  const graph = new ImportGraph(base);
  const { config, isAdopted, folders, locales, problems } = await readConfig({
    folders: base,
    environment,
    graph,
  });
  // Without a configuration the folders of its documents are unknown.
  if (!config && isAdopted) return { problems };
  const dates = { git: {}, file: {}, problems: [], isShallow: false };
  const sites = await Promise.all(
    locales.map(async (locale) => {
      const inLocale = config && (await translateConfig(locale, config, environment.features?.messages));
      return readContent({ folders, config: inLocale, locale, graph, dates, parsed: new Map() });
    }),
  );
  const resolveInDocs = (file: string) => path.resolve(folders.docsDir, file);
  const [defaultSite] = sites;
  return {
    site: {
      folders,
      basePath: locales[0].basePath,
      docs: (defaultSite?.site.docs ?? []).map((doc) => ({ ...doc, absolute: resolveInDocs(doc.file) })),
      pages: sites.map(
        ({ site }) =>
          new Map(listArticles(site, folders).map(({ file, path }) => [resolveInDocs(file), path])),
      ),
      categories: sites.map(({ site }) => {
        const files = new Map(site.docs.map(({ id, file }) => [id, resolveInDocs(file)]));
        return site.categories.map(({ path, sidebar, items }) => ({
          ...{ path, sidebar },
          files: collectDocIds(items).flatMap((id) => files.get(id) ?? []),
        }));
      }),
      routes: new Set(sites.flatMap(({ site }) => listRoutes(site))),
      problems: defaultSite?.problems ?? [],
      audiences: new Map(
        (defaultSite ? listArticles(defaultSite.site, folders) : []).flatMap(({ file, audience }) =>
          audience === undefined ? [] : [[resolveInDocs(file), audience] as const],
        ),
      ),
    },
  };
}
