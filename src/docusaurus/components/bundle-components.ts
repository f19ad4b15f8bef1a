import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeClientFile } from '../../build/bundle/bundle.ts';
import { bundleInto } from '../../build/cache/bundle-folder.ts';
import { type Fingerprints, ImportGraph } from '../../build/cache/import-graph.ts';
import type { Folders } from '../../build/folders.ts';
import { computeShortHash, nameHash } from '../../build/hashing.ts';
import type { TaskOptions } from '../../build/work/run-task.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { listLocales } from '../../content/languages/locales.ts';
import { TRANSLATED_PAGES } from '../../content/pages/pages.ts';
import type { OwnersImport } from '../../markdown/mdx/code-imports.ts';
import type { Site } from '../../model/site.ts';
import { engineDir } from '../../shared/engine-dir.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import type { Problem } from '../../shared/problem.ts';
import { importAliases } from '../configuration/import-aliases.ts';
import type { ComponentBundle } from './component-bundle.ts';
import type { BundledComponents, ComponentsTask } from './components-bundler.ts';
import { listOwnersImports } from './owners-imports.ts';
import { listPrismLanguages } from './prism-languages.ts';
import { SITE_CONTEXTS } from './wrapper-modules.ts';

interface Options extends TaskOptions {
  folders: Pick<
    Folders,
    | 'siteDir'
    | 'docsHome'
    | 'docsDir'
    | 'contentDirs'
    | 'pagesDir'
    | 'pluginPagesDir'
    | 'cacheDir'
    | 'boundary'
  >;
  config: SiteConfig;
  /** See `ComponentsTask`. */
  islandsScript: string | undefined;
  /** URL path of the site's root. */
  rootPath: string;
  /** Path of the home page in this language. */
  basePath: string;
  site: Pick<Site, 'docs' | 'blogs' | 'pages'>;
  imports: readonly OwnersImport[];
  /** CSS that `compileSheets` has already produced, by file of the sheet. */
  compiledSheets: Readonly<Record<string, string>>;
}

/** Lists all code that the documents and pages of a site import. */
export function listSiteImports(
  { siteDir, docsHome, contentDirs, pagesDir, pluginPagesDir, boundary }: Options['folders'],
  config: SiteConfig,
): Promise<OwnersImport[]> {
  return listOwnersImports({
    siteDir: docsHome,
    boundary,
    contentDirs: [...new Set([...contentDirs, pagesDir])],
    pagesDir,
    pluginPagesDir,
    pages: config.pages,
    translatedPages: listLocales(config, siteDir).flatMap(({ dir }) =>
      dir === undefined ? [] : path.join(dir, TRANSLATED_PAGES),
    ),
    aliases: importAliases(docsHome, config),
  });
}

const bundler = new URL('./components-bundler.ts', import.meta.url);

/**
 * Bundles all code that documents and pages import, or reuses an earlier bundle made from the same inputs. Callers that
 * watch files compare `fingerprints`: while they are unchanged, so is the bundle.
 */
export async function bundleComponents({
  folders,
  config,
  islandsScript = '',
  rootPath,
  basePath,
  site,
  imports,
  compiledSheets,
  keepsProcess,
}: Options): Promise<{ components: ComponentBundle; problems: Problem[]; fingerprints: Fingerprints }> {
  const { siteDir, docsHome, cacheDir, boundary } = folders;
  const aliases = importAliases(docsHome, config);
  const none: ComponentBundle = { aliases, modules: {}, style: '', files: [] };
  if (imports.length === 0) return { components: none, problems: [], fingerprints: {} };
  const graph = new ImportGraph({ siteDir, aliases });
  const files = imports.map(({ request, importer }) => graph.resolveImport(request, path.dirname(importer)));
  const versions = imports.map((_one, index) => graph.computeKey([files[index] ?? ''].filter(Boolean)));
  const engineKey = computeShortHash(
    JSON.stringify([
      engineDir,
      graph.computeKey([fileURLToPath(bundler), SITE_CONTEXTS]),
      islandsScript,
      rootPath,
    ]),
  );
  const sheets = nameHash(JSON.stringify(compiledSheets));
  // Without such Markdown, the bundle doesn't change when a document gets another address.
  const importsMarkdown = Object.keys(graph.fingerprints).some((file) => /\.mdx?$/.test(file));
  const markdown = { basePath, permalinks: importsMarkdown ? listPermalinks(site, folders) : {} };
  const prismLanguages = listPrismLanguages(config.original);
  const hash = nameHash(
    JSON.stringify([
      ...[engineKey, aliases, boundary, imports, versions, sheets, config.connect, markdown, prismLanguages],
      // The top level of modules runs once per process and bundle, with facts that every reader may see. Visitors may see
      // less than the readers of a site without public pages.
      config.publicPages,
    ]),
  );
  const folder = path.join(cacheDir, 'components', hash);
  const task = {
    siteDir: docsHome,
    boundary,
    aliases,
    imports,
    markdown,
    connect: config.connect,
    prismLanguages,
    islandsScript,
    rootPath,
    compiledSheets,
  };
  const bundle = await bundleInto<BundledComponents>(
    folder,
    bundler,
    task satisfies Omit<ComponentsTask, 'outDir'>,
    { keepsProcess },
  );
  return {
    components: {
      aliases,
      modules: describeModules(bundle, imports, folder, (at) =>
        computeShortHash(`${engineKey} ${versions[at]}`),
      ),
      style: bundle.style,
      files: bundle.files.map((name) => describeClientFile(folder, name, 'reader')),
    },
    problems: bundle.problems,
    fingerprints: graph.fingerprints,
  };
}

/** The addresses of documents, posts and pages by their files, relative to the site folder. */
function listPermalinks(
  { docs, blogs, pages }: Options['site'],
  { docsDir, docsHome, pagesDir }: Options['folders'],
): Record<string, string> {
  const documents = [...docs, ...blogs.flatMap(({ posts }) => posts)].flatMap(
    ({ file, aliases = [], path: address }) =>
      [file, ...aliases].map((name) => [path.join(docsDir, name), address] as const),
  );
  const pageFiles = pages.map(({ file, path: address }) => [path.join(pagesDir, file), address] as const);
  return Object.fromEntries(
    [...pageFiles, ...documents].map(([file, address]) => [formatPathFrom(docsHome, file), address]),
  );
}

function describeModules(
  { modules }: BundledComponents,
  imports: readonly OwnersImport[],
  folder: string,
  versionAt: (at: number) => string,
): ComponentBundle['modules'] {
  return Object.fromEntries(
    imports.flatMap(({ id, parts = [] }, index) => {
      const module = modules[id];
      if (!module) return [];
      const file = path.join(folder, 'server', module.file);
      return [[id, { ...module, file, version: versionAt(index), parts }]];
    }),
  );
}
