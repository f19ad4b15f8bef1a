import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import type { BuildEnvironment } from '../build/build.ts';
import { type BuildCache, cacheFile } from '../build/cache/build-cache.ts';
import { codeVersions } from '../build/cache/fingerprint.ts';
import { withBuildCache } from '../build/cache/with-build-cache.ts';
import { compileContext, siteAnswers } from '../build/compile/compile-context.ts';
import { compileDocument } from '../build/compile/compile-document.ts';
import { compileDocuments } from '../build/compile/compile-documents.ts';
import { documentsOf } from '../build/compile/documents.ts';
import { loadSections, sectionsModule } from '../build/compile/site-sections.ts';
import type { Folders } from '../build/folders.ts';
import { loadRenderer } from '../build/render/load-renderer.ts';
import { wholeManual } from '../build/render/whole-manual.ts';
import { writeSearchIndex } from '../build/search-index.ts';
import { answerJobs } from '../build/work/answer-jobs.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { english as texts } from '../config/texts.ts';
import { type Compiler, createCompiler } from '../markdown/compiler.ts';
import type { SiteComponents } from '../markdown/site-components.ts';
import type { Site } from '../model/site.ts';
import type { UiRenderer } from '../ui/page-data.ts';

export interface WholeSiteSetup {
  folders: Folders;
  environment: Pick<BuildEnvironment, 'MARKDOWN_FORMAT' | 'BROKEN_LINKS'>;
  /** Where search indexes go; removed with the preview. */
  indexDir: string;
}

export interface WholeSiteJob {
  /** A search index, whose file is the answer, or the text of the whole manual. */
  make: 'index' | 'manual';
  site: Site;
  config: Pick<SiteConfig, 'name' | 'search' | 'sections'>;
  ui: { rendererModule: string; hash: string };
}

// Started by `createWholeSite` with this and nothing else.
const { folders, environment, indexDir } = workerData as WholeSiteSetup;
const { docsDir, docsHome: siteDir, staticDirs } = folders;
const { MARKDOWN_FORMAT: format, BROKEN_LINKS: brokenLinks } = environment;
const code = codeVersions();
let current: { site: Site; renderer: UiRenderer } | undefined;
let compiler: Compiler | undefined;

// The build's own cache: what a build or an earlier preview compiled is there.
answerJobs((job: WholeSiteJob) =>
  withBuildCache(
    cacheFile(folders.cacheDir, docsDir),
    (cache) => make(job, cache),
    () => {},
  ),
);

async function make({ make: what, site, config, ui }: WholeSiteJob, cache: BuildCache): Promise<string> {
  const sections = sectionsModule(config, folders.siteDir, code.articles);
  const components = await loadSections(sections);
  current = { site, renderer: await loadRenderer(ui.rendererModule) };
  const { articles } = await compileDocuments(documentsOf(site, folders), {
    cache,
    setup: { docsDir, siteDir, staticDirs, format, brokenLinks, texts, site, sections },
    codeVersion: code.articles,
    liveVersion: ui.hash,
    // In this thread, whose compiler is warm: after a save one document is due, and readers wait.
    compileAll: async (due, onResult) => {
      for (const document of due)
        onResult(await compileDocument(ensureCompiler(site, components), document, docsDir));
    },
    onStart: () => {},
    onArticle: () => {},
  });
  return what === 'manual'
    ? wholeManual({ site, config, articles, cache })
    : writeIndex({
        site,
        articles,
        cache,
        distDir: indexDir,
        synonyms: config.search.synonyms,
        version: code.all,
      });
}

/** One for the whole life of the thread; it asks the Site and the UI as they are with each job. */
function ensureCompiler(first: Site, components: SiteComponents): Compiler {
  if (compiler) return compiler;
  const site = () => current?.site ?? first;
  const context = compileContext(
    { docsDir, siteDir, staticDirs, format, brokenLinks, texts, site: first },
    components,
    (name, props, slots) => current?.renderer.renderLive(name, props, slots) ?? '',
  );
  compiler = createCompiler({
    ...context,
    docPath: (file) => siteAnswers(site()).docPath(file),
    cards: (docId) => siteAnswers(site()).cards(docId),
  });
  return compiler;
}

/** Earlier indexes are removed: whoever has one open keeps it until it is closed. */
function writeIndex(parts: Parameters<typeof writeSearchIndex>[0]): string {
  const data = path.join(indexDir, 'data');
  if (!existsSync(data)) mkdirSync(data);
  const file = path.join(indexDir, writeSearchIndex(parts));
  for (const name of readdirSync(data)) {
    if (name !== path.basename(file)) rmSync(path.join(data, name));
  }
  return file;
}
