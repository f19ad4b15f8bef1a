import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { importAliases } from '../../adopt/import-aliases.ts';
import { type SiteConfig, siteConfigSchema } from '../../config/site-config.ts';
import { localesOf } from '../../content/locales.ts';
import { TRANSLATED_PAGES } from '../../content/pages.ts';
import { type Aliases, engineName } from '../../markdown/mdx/code-imports.ts';
import { documentModules } from '../../markdown/mdx/theme.ts';
import type { Ask } from '../../markdown/modules/asks.ts';
import { ASSETS_PREFIX } from '../../model/urls.ts';
import { engineDir } from '../../shared/engine-dir.ts';
import type { Problem } from '../../shared/problem.ts';
import { liveParts } from '../../ui/live/parts.ts';
import type { UiFile } from '../bundle/bundle.ts';
import { bundleInto } from '../cache/bundle-folder.ts';
import { ImportGraph, type Looks } from '../cache/import-graph.ts';
import type { Folders } from '../folders.ts';
import { nameHash, shortHash } from '../hashing.ts';
import type { BundledComponents, ComponentsTask } from './components-bundler.ts';
import type { DocumentWords } from './findings.ts';
import { codeImports, type OwnersImport, ownersImports } from './owners-imports.ts';

/** The owner's code, built: plain data for the workers that compile. */
export interface ComponentBundle {
  aliases: Aliases;
  /** By id: see `CodeImport`. */
  modules: Readonly<Record<string, BuiltModule>>;
  /** Rules of all components, for every page. */
  style: string;
  /** What browsers may ask for: scripts of islands, pictures of components. */
  files: readonly UiFile[];
}

interface BuiltModule {
  /** Absolute: exports `module`, all exports of the owner's module. */
  file: string;
  /** Changes when the module does, or what it is made from. */
  version: string;
  /** Address of its script, where it lives. */
  island?: string | undefined;
  /** What it and what it imports ask of the page. */
  asks: readonly Ask[];
  /** Of a document or page that lives: its words, and the key to them in the page. */
  words?: readonly DocumentWords[] | undefined;
  /** Ids of modules whose components are islands in it. */
  parts: readonly string[];
}

interface Options {
  folders: Pick<Folders, 'siteDir' | 'docsHome' | 'contentDirs' | 'pagesDir' | 'cacheDir'>;
  config: SiteConfig | undefined;
  /** See `ComponentsTask`. */
  islandsScript: string | undefined;
  /** Where the site lies; default: at the root of its host. */
  rootPath?: string;
}

interface Result {
  components: ComponentBundle;
  problems: Problem[];
  /** What it is made from. */
  looks: Looks;
}

const bundler = new URL('./components-bundler.ts', import.meta.url);

/** Builds all code that documents and pages import, once, or takes what was built from the same. */
export async function bundleComponents({
  folders,
  config,
  islandsScript = '',
  rootPath = '/',
}: Options): Promise<Result> {
  const { siteDir, docsHome, contentDirs, pagesDir, cacheDir } = folders;
  const aliases = importAliases(docsHome, config);
  const answered = documentModules(liveParts);
  const settings = config ?? siteConfigSchema.parse({});
  const imports = ownersImports({
    siteDir: docsHome,
    contentDirs: [...new Set([...contentDirs, pagesDir])],
    pagesDir,
    pages: settings.pages,
    translatedPages: localesOf(settings, siteDir).flatMap(({ dir }) =>
      dir === undefined ? [] : path.join(dir, TRANSLATED_PAGES),
    ),
    aliases,
    isAnswered: (specifier) => isAnswered(specifier, answered),
  });
  const none: ComponentBundle = { aliases, modules: {}, style: '', files: [] };
  if (imports.length === 0) return { components: none, problems: [], looks: {} };
  const graph = new ImportGraph({ siteDir, aliases });
  const files = imports.map(({ request, importer }) => graph.find(request, path.dirname(importer)));
  const versions = imports.map((_one, at) => graph.key([files[at] ?? ''].filter(Boolean)));
  const made = shortHash(
    JSON.stringify([engineDir, graph.key([fileURLToPath(bundler)]), islandsScript, rootPath]),
  );
  const hash = nameHash(JSON.stringify([made, aliases, imports, versions]));
  const folder = path.join(cacheDir, 'components', hash);
  const task: Omit<ComponentsTask, 'outDir'> = {
    siteDir: docsHome,
    aliases,
    imports,
    islandsScript,
    rootPath,
  };
  const bundled = await bundleInto<BundledComponents>(folder, bundler, task);
  const client = (name: string): UiFile => ({
    file: path.join(folder, 'client', name),
    url: ASSETS_PREFIX + name,
    audience: 'reader',
  });
  return {
    components: {
      aliases,
      modules: modulesOf(bundled, imports, folder, (at) => shortHash(`${made} ${versions[at]}`)),
      style: bundled.style,
      files: bundled.files.map(client),
    },
    problems: bundled.problems,
    looks: graph.looks,
  };
}

/** Whether a document names code that is not built. */
export function importsMore(file: string, { aliases, modules }: ComponentBundle): boolean {
  if (!existsSync(file)) return false;
  const answered = documentModules(liveParts);
  const imports = codeImports(file, { aliases, isAnswered: (specifier) => isAnswered(specifier, answered) });
  return imports.some(({ id }) => !(id in modules));
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
      return [
        [
          id,
          {
            file,
            version: versionAt(at),
            island: module.island,
            asks: module.asks,
            words: module.words,
            parts,
          },
        ],
      ];
    }),
  );
}

function isAnswered(specifier: string, modules: object): boolean {
  if (specifier === 'react' || specifier === 'react-dom') return true;
  // A site's own one may do more.
  if (specifier === 'clsx') return false;
  return Object.hasOwn(modules, engineName(specifier));
}
