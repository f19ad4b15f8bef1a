import { routesOf } from '../content/routes.ts';
import { siteJson } from '../content/site-json.ts';
import {
  ARTICLE_STYLES_URL,
  LLMS_FULL_URL,
  LLMS_INDEX_URL,
  sidebarFileUrl,
  TITLES_URL,
} from '../model/urls.ts';
import { articleStyles } from './article-styles.ts';
import { assembleManifest } from './assemble-release.ts';
import type { Outcome } from './build.ts';
import { usedFiles } from './bundle.ts';
import type { LastBuild } from './cache/last-build.ts';
import { OutputLedger } from './cache/output-ledger.ts';
import { hashFile } from './cache/read-tree.ts';
import { shortHash } from './hashing.ts';
import type { ManifestEntry } from './manifest.ts';
import { pageSources } from './page-data/page-plan.ts';
import { listedTitles } from './page-data/routes.ts';
import { wholeSidebar } from './page-data/sidebar-nodes.ts';
import { type PreparedSite, type PrepareOptions, prepareSite } from './prepare-site.ts';
import { listContentFiles } from './publish/collect-garbage.ts';
import { publish } from './publish/publish.ts';
import { redirectsOf } from './redirects.ts';
import { llmsIndex } from './render/markdown-files.ts';
import { planPages } from './render/plan-pages.ts';
import { renderPages } from './render/render-pages.ts';
import { shellFacts, standaloneContext } from './render/shell-facts.ts';
import { isTitled, wholeManual } from './render/whole-manual.ts';
import {
  type FileTarget,
  writeArticleAssets,
  writeClientFiles,
  writeLongText,
  writeStaticFiles,
  writeText,
} from './render/write-files.ts';
import { renderContext } from './render-context.ts';
import { writeSearchIndexAside } from './search-index.ts';

export interface ReleaseOutcome extends Outcome {
  /** Absent when there were errors: then nothing was published. */
  published?: Pick<LastBuild, 'outside' | 'manifestHash'>;
}

/** Makes a release of what has changed and publishes it, unless there is something to mend first. */
export async function makeRelease(options: PrepareOptions): Promise<ReleaseOutcome> {
  const { problems, compiled, prepared } = await prepareSite(options);
  const failed = problems.some((problem) => problem.severity === 'error');
  if (failed || !prepared) return { problems, counts: { pages: 0, compiled, rendered: 0 } };
  const written = await writeRelease(prepared, options);
  return {
    problems: [...problems, ...written.problems],
    counts: { pages: written.pages, compiled, rendered: written.rendered },
    published: { outside: outsideFiles(prepared, options), manifestHash: written.manifestHash },
  };
}

async function writeRelease(prepared: PreparedSite, { folders, cache, code, progress }: PrepareOptions) {
  const { site, config, bundle, articles } = prepared;
  const { distDir, staticDirs } = folders;
  const ledger = new OutputLedger(cache, distDir, listContentFiles(distDir));
  const target = { ledger, distDir };
  const sources = pageSources(site, config);
  const styles = articleStyles(articles.values());
  const routes = routesOf(site);
  const redirects = redirectsOf(site, routes);
  const stylesUrl = styles === undefined ? undefined : ARTICLE_STYLES_URL;
  const context = renderContext(config, bundle, stylesUrl, { redirects, routes });
  const version = `${code.outputs} ${bundle.hash}`;
  const { rendererModule } = bundle;
  const facts = await shellFacts(site, context, standaloneContext(sources, context.config), {
    cache,
    rendererModule,
    version,
  });
  const pages = planPages(sources, { cache, folders, articles, standalone: facts.standalone });
  // Side by side: both take long. What fails waits for the other, which would go on writing.
  const { synonyms } = config.search;
  const searchIndex = writeSearchIndexAside({ site, articles, cache, distDir, synonyms, version: code.all });
  const rendering = renderPages(pages, {
    ledger,
    distDir,
    rendererModule,
    context,
    version,
    onStart: (count) => progress.start('Rendering', count),
    onPage: () => progress.advance(),
  });
  await Promise.allSettled([searchIndex, rendering]);
  const { entries: pageEntries, rendered } = await rendering;
  progress.start('Publishing');
  const made: ManifestEntry[] = [
    ...pageEntries,
    ...Object.entries(site.sidebars).flatMap(([name, items]) =>
      writeText(sidebarFileUrl(name), JSON.stringify(wholeSidebar(items)), 'data', target),
    ),
    ...(styles === undefined ? [] : writeText(ARTICLE_STYLES_URL, styles, 'assets', target)),
    ...writeArticleAssets(
      [...articles.values()].flatMap(({ summary }) => summary.assets),
      target,
    ),
    ...writeClientFiles(usedFiles(bundle, articles.values()), target),
    ...writeText(TITLES_URL, JSON.stringify(listedTitles(site)), 'data', target),
    ...writeWholeManual(prepared, cache, target),
  ];
  const { entries, problems } = writeStaticFiles(staticDirs, new Set(made.map(({ url }) => url)), target);
  const manifest = assembleManifest(distDir, {
    entries: [...made, ...entries],
    redirects,
    templates: facts.templates,
    texts: config.texts,
    scriptHashes: facts.scriptHashes,
    styleHashes: facts.styleHashes,
    search: await searchIndex,
  });
  const headings = new Map([...articles].map(([file, { summary }]) => [file, summary.headings]));
  const { manifestText } = publish(distDir, {
    manifest,
    siteJson: JSON.stringify(siteJson(site, headings, routes)),
  });
  ledger.save();
  return { problems, pages: pages.length, rendered, manifestHash: shortHash(manifestText) };
}

/** `/llms.txt` and `/llms-full.txt`: all documents as Markdown, as a list and as one text. */
function writeWholeManual(
  { site, config, articles }: PreparedSite,
  cache: PrepareOptions['cache'],
  target: FileTarget,
): ManifestEntry[] {
  const index = llmsIndex(site, config);
  const hashes = site.docs.map((doc) => [articles.get(doc.file)?.bodyHash, isTitled(doc, articles)]);
  const key = shortHash(JSON.stringify([index, hashes]));
  const full = () => wholeManual({ site, config, articles, cache });
  return [
    ...writeText(LLMS_INDEX_URL, index, 'data', target),
    ...writeLongText(LLMS_FULL_URL, key, full, target),
  ];
}

/** Files that articles depend on and that lie outside the folders whose every file is looked at. */
function outsideFiles({ articles }: PreparedSite, { folders }: PrepareOptions): Record<string, string> {
  const inside = [folders.docsDir, folders.pagesDir, ...folders.staticDirs].map((folder) => `${folder}/`);
  const outside: Record<string, string> = {};
  for (const { summary } of articles.values()) {
    for (const dependency of summary.dependencies) {
      if (dependency.kind !== 'file' || dependency.file in outside) continue;
      if (inside.some((folder) => dependency.file.startsWith(folder))) continue;
      outside[dependency.file] = hashFile(dependency.file);
    }
  }
  return outside;
}
