import path from 'node:path';
import { ImportGraph } from '../build/cache/import-graph.ts';
import { listArticles } from '../build/compile/documents.ts';
import { type BuildEnvironment, type Folders, resolveFolders } from '../build/folders.ts';
import { readConfig, readContent } from '../build/read-content.ts';
import { configIn } from '../content/locales.ts';
import { docIdsIn, routesOf } from '../content/routes.ts';
import type { Audience } from '../model/audience.ts';
import type { Doc } from '../model/site.ts';
import type { Problem } from '../shared/problem.ts';

/** What authors have written, in every language, as far as it can be read; nothing is compiled. */
export interface WrittenSite {
  folders: Folders;
  /** Where the site lies. */
  basePath: string;
  /** In the site's own language. */
  docs: readonly (Doc & { absolute: string })[];
  /** Absolute file → its page, of each language. */
  pages: readonly ReadonlyMap<string, string>[];
  /** Pages that list what is in a category, of each language. */
  categories: readonly (readonly WrittenCategory[])[];
  routes: ReadonlySet<string>;
  /** Absolute file → whom its page is for, in the site's own language; absent: every reader. */
  audiences: ReadonlyMap<string, Audience>;
  /** What could not be read, in the site's own language. */
  problems: readonly Problem[];
}

/** Outer ones before those in them. */
interface WrittenCategory {
  path: string;
  sidebar: string;
  /** Absolute, of every document in it. */
  files: readonly string[];
}

export async function readWrittenSite(
  environment: BuildEnvironment,
  workDir: string,
): Promise<{ site: WrittenSite } | { problems: readonly Problem[] }> {
  const base = resolveFolders(environment, workDir);
  const graph = new ImportGraph(base);
  const { config, isAdopted, folders, locales, problems } = await readConfig(base, environment, graph);
  // Nobody knows where its documents are.
  if (!config && isAdopted) return { problems };
  const dates = { git: {}, file: {}, problems: [], isShallow: false };
  const read = await Promise.all(
    locales.map(async (locale) => {
      const inLocale = config && (await configIn(locale, config));
      return readContent({ folders, config: inLocale, locale, graph, dates, parsed: new Map() });
    }),
  );
  const absolute = (file: string) => path.resolve(folders.docsDir, file);
  const [main] = read;
  return {
    site: {
      folders,
      basePath: locales[0].basePath,
      docs: (main?.site.docs ?? []).map((doc) => ({ ...doc, absolute: absolute(doc.file) })),
      pages: read.map(
        ({ site }) => new Map(listArticles(site, folders).map(({ file, path }) => [absolute(file), path])),
      ),
      categories: read.map(({ site }) => {
        const files = new Map(site.docs.map(({ id, file }) => [id, absolute(file)]));
        return site.categories.map(({ path, sidebar, items }) => ({
          ...{ path, sidebar },
          files: docIdsIn(items).flatMap((id) => files.get(id) ?? []),
        }));
      }),
      routes: new Set(read.flatMap(({ site }) => routesOf(site))),
      problems: main?.problems ?? [],
      audiences: new Map(
        (main ? listArticles(main.site, folders) : []).flatMap(({ file, audience }) =>
          audience === undefined ? [] : [[absolute(file), audience] as const],
        ),
      ),
    },
  };
}
