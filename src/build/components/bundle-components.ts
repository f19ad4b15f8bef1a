import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { importAliases } from '../../adopt/import-aliases.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { listLocales } from '../../content/locales.ts';
import { TRANSLATED_PAGES } from '../../content/pages.ts';
import { engineDir } from '../../shared/engine-dir.ts';
import type { Problem } from '../../shared/problem.ts';
import { clientFile } from '../bundle/bundle.ts';
import { bundleInto } from '../cache/bundle-folder.ts';
import { ImportGraph, type Looks } from '../cache/import-graph.ts';
import type { Folders } from '../folders.ts';
import { nameHash, shortHash } from '../hashing.ts';
import type { ComponentBundle } from './component-bundle.ts';
import type { BundledComponents, ComponentsTask } from './components-bundler.ts';
import { type OwnersImport, ownersImports } from './owners-imports.ts';

interface Options {
  folders: Pick<Folders, 'siteDir' | 'docsHome' | 'contentDirs' | 'pagesDir' | 'cacheDir' | 'boundary'>;
  config: SiteConfig;
  /** See `ComponentsTask`. */
  islandsScript: string | undefined;
  /** Where the site lies. */
  rootPath: string;
  imports: readonly OwnersImport[];
  /** CSS that was made of sheets already, by file: see `compileSheets`. */
  compiledSheets: Readonly<Record<string, string>>;
}

/** All code that the documents and pages of a site name. */
export function siteImports(
  { siteDir, docsHome, contentDirs, pagesDir }: Options['folders'],
  config: SiteConfig,
): Promise<OwnersImport[]> {
  return ownersImports({
    siteDir: docsHome,
    contentDirs: [...new Set([...contentDirs, pagesDir])],
    pagesDir,
    pages: config.pages,
    translatedPages: listLocales(config, siteDir).flatMap(({ dir }) =>
      dir === undefined ? [] : path.join(dir, TRANSLATED_PAGES),
    ),
    aliases: importAliases(docsHome, config),
  });
}

const bundler = new URL('./components-bundler.ts', import.meta.url);

/** Builds all code that documents and pages import, once, or takes what was built from the same, which is what `looks` says. */
export async function bundleComponents({
  folders,
  config,
  islandsScript = '',
  rootPath,
  imports,
  compiledSheets,
}: Options): Promise<{ components: ComponentBundle; problems: Problem[]; looks: Looks }> {
  const { siteDir, docsHome, cacheDir, boundary } = folders;
  const aliases = importAliases(docsHome, config);
  const none: ComponentBundle = { aliases, modules: {}, style: '', files: [] };
  if (imports.length === 0) return { components: none, problems: [], looks: {} };
  const graph = new ImportGraph({ siteDir, aliases });
  const files = imports.map(({ request, importer }) => graph.find(request, path.dirname(importer)));
  const versions = imports.map((_one, at) => graph.key([files[at] ?? ''].filter(Boolean)));
  const made = shortHash(
    JSON.stringify([engineDir, graph.key([fileURLToPath(bundler)]), islandsScript, rootPath]),
  );
  const sheets = nameHash(JSON.stringify(compiledSheets));
  const hash = nameHash(JSON.stringify([made, aliases, boundary, imports, versions, sheets]));
  const folder = path.join(cacheDir, 'components', hash);
  const task = {
    siteDir: docsHome,
    boundary,
    aliases,
    imports,
    islandsScript,
    rootPath,
    compiledSheets,
  };
  const bundled = await bundleInto<BundledComponents>(
    folder,
    bundler,
    task satisfies Omit<ComponentsTask, 'outDir'>,
  );
  return {
    components: {
      aliases,
      modules: modulesOf(bundled, imports, folder, (at) => shortHash(`${made} ${versions[at]}`)),
      style: bundled.style,
      files: bundled.files.map((name) => clientFile(folder, name, 'reader')),
    },
    problems: bundled.problems,
    looks: graph.looks,
  };
}

function modulesOf(
  { modules }: BundledComponents,
  imports: readonly OwnersImport[],
  folder: string,
  versionAt: (at: number) => string,
): ComponentBundle['modules'] {
  return Object.fromEntries(
    imports.flatMap(({ id, parts = [] }, at) => {
      const module = modules[id];
      if (!module) return [];
      const file = path.join(folder, 'server', module.file);
      return [[id, { ...module, file, version: versionAt(at), parts }]];
    }),
  );
}
