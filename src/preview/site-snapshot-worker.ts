import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import { type BuildCache, withBuildCache } from '../build/cache/build-cache.ts';
import { codeKey } from '../build/cache/code-keys.ts';
import { ImportGraph } from '../build/cache/import-graph.ts';
import {
  compileContext,
  compileDocument,
  compileSetup,
  siteAnswers,
} from '../build/compile/compile-context.ts';
import { articlesKey, compileDocuments } from '../build/compile/compile-documents.ts';
import { documentsOf } from '../build/compile/documents.ts';
import { loadSettings, type PortableSettings } from '../build/compile/site-markdown.ts';
import { loadSections, type SectionsModule } from '../build/compile/site-sections.ts';
import type { ComponentBundle } from '../build/components/bundle-components.ts';
import { loadComponents } from '../build/components/load-components.ts';
import type { SharedFacts } from '../build/components/page-facts.ts';
import type { ContentSettings, Folders } from '../build/folders.ts';
import { singlePageManual } from '../build/pages/markdown-files.ts';
import { loadRenderer } from '../build/pages/renderer.ts';
import { writeSearchIndex } from '../build/publish/search-index.ts';
import { answerJobs } from '../build/work/answer-jobs.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { type Compiler, createCompiler } from '../markdown/compiler.ts';
import type { Site } from '../model/site.ts';
import type { UiRenderer } from '../ui/page-data.ts';

export interface SnapshotSetup {
  folders: Folders;
  environment: ContentSettings;
  /** Where search indexes go; removed with the preview. */
  indexDir: string;
}

export interface SnapshotJob {
  /** A search index, whose file is the answer, or the text of the whole manual. */
  make: 'index' | 'manual';
  site: Site;
  /** What of the configuration can be handed to a thread, and is needed in this one. */
  config: Pick<SiteConfig, 'name' | 'tagline' | 'texts' | 'search' | 'code' | 'markdownFormat' | 'groups'>;
  sections: SectionsModule | undefined;
  markdown: PortableSettings;
  components: ComponentBundle;
  facts: SharedFacts;
  ui: { rendererModule: string; hash: string };
}

// Started by `createSiteSnapshot` with this and nothing else.
const { folders, environment, indexDir } = workerData as SnapshotSetup;
const dataDir = path.join(indexDir, 'data');
mkdirSync(dataDir, { recursive: true });
const graph = new ImportGraph(folders);
const code = { articles: codeKey(graph, 'articles'), index: codeKey(graph, 'index') };
let current: { answers: ReturnType<typeof siteAnswers>; renderer: UiRenderer } | undefined;
let warm: { compiler: Compiler; version: string } | undefined;

// The build's own cache: what a build or an earlier preview compiled is there.
answerJobs(
  () => (job: SnapshotJob) =>
    withBuildCache(
      folders.cacheFile,
      (cache) => make(job, cache),
      () => {},
    ),
);

async function make(job: SnapshotJob, cache: BuildCache): Promise<string> {
  const { site, config, sections, markdown, components, facts, ui } = job;
  const { texts } = config;
  current = {
    answers: siteAnswers(site, { components, facts, texts }),
    renderer: await loadRenderer(ui.rendererModule),
  };
  const compiler = await compilerFor(job);
  const { articles } = await compileDocuments(documentsOf(site, folders), {
    cache,
    setup: { ...compileSetup(folders, environment, config, site), sections, markdown, components, facts },
    code: articlesKey(code.articles, sections),
    ui: ui.hash,
    // In this thread, whose compiler is warm: after a save one document is due, and readers wait.
    compileAll: async (due, onResult) => {
      for (const document of due) onResult(await compileDocument(compiler, document, folders.docsDir));
    },
    onStart: () => {},
    onArticle: () => {},
  });
  return job.make === 'manual'
    ? singlePageManual({ site, config, articles }, cache)
    : writeIndex({
        languages: [{ site, articles, cache }],
        distDir: indexDir,
        synonyms: [...config.search.synonyms, ...site.synonyms],
        code: code.index,
      });
}

/** One as long as sections, components and settings are the same; it asks the Site and the UI as they are with each job. */
async function compilerFor(job: SnapshotJob): Promise<Compiler> {
  const { site: first, config, sections, markdown, components, facts } = job;
  const version = JSON.stringify([sections?.version, markdown.key, components.modules]);
  if (warm?.version === version) return warm.compiler;
  const setup = { ...compileSetup(folders, environment, config, first), components, facts };
  const answers = () => current?.answers ?? siteAnswers(first, setup);
  const context = compileContext(
    setup,
    {
      components: await loadSections(sections),
      markdown: await loadSettings(markdown),
      ...(await loadComponents(components)),
    },
    (name, props, slots) => current?.renderer.renderLive(name, props, slots) ?? '',
  );
  const compiler = createCompiler({
    ...context,
    docPath: (file) => answers().docPath(file),
    cards: (docId) => answers().cards(docId),
    facts: (docId) => answers().facts(docId),
  });
  warm = { compiler, version };
  return compiler;
}

/** Earlier indexes are removed: whoever has one open keeps it until it is closed. */
function writeIndex(parts: Parameters<typeof writeSearchIndex>[0]): string {
  const file = path.join(indexDir, writeSearchIndex(parts));
  for (const name of readdirSync(dataDir)) {
    if (name !== path.basename(file)) rmSync(path.join(dataDir, name));
  }
  return file;
}
