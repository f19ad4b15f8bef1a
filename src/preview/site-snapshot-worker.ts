import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import type { BuildCache } from '../build/cache/build-cache.ts';
import { withBuildCaches } from '../build/cache/cache-files.ts';
import { computeCodeKey } from '../build/cache/code-keys.ts';
import { ImportGraph } from '../build/cache/import-graph.ts';
import { compileDocument, createCompileContext } from '../build/compile/compile-context.ts';
import { compileDocuments, computeArticlesKey } from '../build/compile/compile-documents.ts';
import {
  collectModuleFacts,
  createCompileSetup,
  createSiteAnswers,
  delegateAnswers,
  type SiteLookups,
} from '../build/compile/compile-setup.ts';
import { listDocuments } from '../build/compile/documents.ts';
import { loadExtensions } from '../build/compile/load-extensions.ts';
import { loadSettings } from '../build/compile/load-settings.ts';
import type { PortableSettings } from '../build/compile/site-markdown.ts';
import { loadSections, type SectionsModule } from '../build/compile/site-sections.ts';
import type { ContentSettings, Folders } from '../build/folders.ts';
import { writeManual } from '../build/pages/markdown-files.ts';
import { loadRenderer } from '../build/pages/renderer.ts';
import { type WrittenIndex, writeSearchIndex } from '../build/publish/search-index.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { ComponentBundle } from '../docusaurus/components/component-bundle.ts';
import { loadComponents } from '../docusaurus/components/load-components.ts';
import type { SharedFacts } from '../docusaurus/components/page-facts.ts';
import { type Compiler, createCompiler } from '../markdown/compiler.ts';
import type { Site } from '../model/site.ts';
import { memoize } from '../shared/memoize.ts';
import { answerTasks } from '../shared/task-thread.ts';
import type { UiRenderer } from '../ui/page-data.ts';

export interface SnapshotSetup {
  environment: ContentSettings;
  /** The folder for search indexes. It is removed with the preview. */
  indexDir: string;
}

export interface SnapshotJob {
  /** The job: create a search index and answer with its file, or answer with the text of the whole manual. */
  make: 'index' | 'manual';
  /** The open languages, the site's own first. */
  languages: readonly SnapshotLanguage[];
}

export interface SnapshotLanguage {
  site: Site;
  /** The parts of the configuration that this thread needs and that can be passed to it. */
  config: Pick<
    SiteConfig,
    | 'name'
    | 'tagline'
    | 'texts'
    | 'search'
    | 'code'
    | 'markdownFormat'
    | 'groups'
    | 'connect'
    | 'openApi'
    | 'infima'
  >;
  folders: Folders;
  /** The cache of the build, which has what a build or an earlier preview has compiled. */
  cacheFile: string;
  sections: SectionsModule | undefined;
  markdown: PortableSettings;
  components: ComponentBundle;
  facts: SharedFacts;
  ui: { rendererModule: string; hash: string };
}

/** A language as of the last request. */
interface Warm {
  answers: SiteLookups;
  renderer: UiRenderer;
  compiler?: { instance: Compiler; version: string };
}

// The only caller is `createSiteSnapshot`, which passes exactly this.
const { environment, indexDir } = workerData as SnapshotSetup;
const dataDir = path.join(indexDir, 'data');
mkdirSync(dataDir, { recursive: true });
const warm = new Map<string, Warm>();
const addedModules = (environment.features?.compilers ?? []).map(({ module }) => module);
/** The import graph of the engine, which doesn't change while this thread runs. */
const codeKeys = memoize(
  1,
  (folders: Folders) => {
    const graph = new ImportGraph(folders);
    return {
      articles: computeCodeKey(graph, 'articles', addedModules),
      index: computeCodeKey(graph, 'index'),
    };
  },
  ({ siteDir }) => siteDir,
);

answerTasks(make);

async function make({ make: what, languages }: SnapshotJob): Promise<string> {
  const [main] = languages;
  if (!main) throw new Error('A site has at least one language.');
  const code = codeKeys(main.folders);
  const addArticles = async (openLanguages: readonly OpenLanguage[]) => {
    const read = [];
    for (const language of openLanguages) {
      const articles = await compileArticles(language, code.articles);
      read.push({ site: language.site, articles, cache: language.cache });
    }
    const [first] = read;
    if (what === 'manual' && first) return writeManual({ ...first, config: main.config });
    const synonyms = [...main.config.search.synonyms, ...main.site.synonyms];
    return writeIndex({ languages: read, distDir: indexDir, synonyms, code: code.index });
  };
  return withBuildCaches(languages, addArticles, () => {});
}

type OpenLanguage = SnapshotLanguage & { cache: BuildCache };

async function compileArticles(language: OpenLanguage, code: string) {
  const { site, config, folders, sections, markdown, components, facts, ui, cache, cacheFile } = language;
  const now: Warm = Object.assign(warm.get(cacheFile) ?? {}, {
    answers: createSiteAnswers(site, folders, { components, facts, texts: config.texts }),
    renderer: await loadRenderer(ui.rendererModule),
  });
  warm.set(cacheFile, now);
  const compiler = await openCompilerFor(language, now);
  const { articles } = await compileDocuments(listDocuments(site, folders), {
    cache,
    setup: {
      ...createCompileSetup(folders, environment, config, site),
      sections,
      markdown,
      components,
      facts,
    },
    code: computeArticlesKey(code, sections),
    ui: ui.hash,
    // This thread compiles the document with its warm compiler: after a save the author waits for one document.
    compileAll: async (due, onResult) => {
      for (const document of due)
        onResult(await compileDocument(compiler, document, folders.docsDir, folders.docsHome));
    },
    onStart: () => {},
    onArticle: () => {},
  });
  return articles;
}

/** Reuses the compiler while sections, components and settings stay the same. It uses the Site and the UI of each job. */
async function openCompilerFor(language: SnapshotLanguage, now: Warm): Promise<Compiler> {
  const { site, config, folders, sections, markdown, components, facts } = language;
  const version = JSON.stringify([sections?.version, markdown.key, components.modules]);
  if (now.compiler?.version === version) return now.compiler.instance;
  const context = createCompileContext(
    { ...createCompileSetup(folders, environment, config, site), components, facts },
    {
      components: await loadSections(sections),
      markdown: await loadSettings(markdown),
      extensions: await loadExtensions(environment.features?.compilers ?? []),
      ...(await loadComponents(components, () => collectModuleFacts(now.answers, components))),
    },
    (name, props, slots) => now.renderer.renderLive(name, props, slots),
  );
  const compiler = createCompiler({ ...context, ...delegateAnswers(() => now.answers) });
  now.compiler = { instance: compiler, version };
  return compiler;
}

let lastIndex: WrittenIndex | undefined;

/** Removes earlier indexes. A process that has one open can use it until it closes it. */
function writeIndex(parts: Omit<Parameters<typeof writeSearchIndex>[0], 'last'>): string {
  lastIndex = writeSearchIndex({ ...parts, last: lastIndex });
  const file = path.join(indexDir, lastIndex.name);
  for (const name of readdirSync(dataDir)) {
    if (name !== path.basename(file)) rmSync(path.join(dataDir, name));
  }
  return file;
}
