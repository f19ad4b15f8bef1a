import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import { createSiteView } from '../content/site-view.ts';
import { configurationFile } from '../docusaurus/configuration/load-configuration.ts';
import { isInScope } from '../model/audience.ts';
import type { Manifest } from '../model/manifest.ts';
import type { Site } from '../model/site.ts';
import {
  ARTICLE_STYLES_URL,
  joinBasePath,
  LLMS_FULL_URL,
  ROBOTS_URL,
  removeBasePath,
  SITEMAP_URL,
} from '../model/urls.ts';
import { displayPath } from '../shared/file-paths.ts';
import { readTextIfPresent } from '../shared/if-present.ts';
import type { Problem } from '../shared/problem.ts';
import type { ArticleSummary } from './cache/build-cache.ts';
import { computeCodeKey } from './cache/code-keys.ts';
import { createOutputCache } from './cache/output-cache.ts';
import type { LanguageToCheck } from './check-release.ts';
import { listReferencedFiles } from './compile/self-check.ts';
import type { Folders } from './folders.ts';
import { computeManualKey, writeManual } from './pages/markdown-files.ts';
import { createPageSources, type Languages } from './pages/page-plan.ts';
import { collectSiteAddresses, createRenderContext } from './pages/render-context.ts';
import { planPage, renderPages } from './pages/render-pages.ts';
import type { ShellMetadata } from './pages/renderer.ts';
import { loadShellMetadata } from './pages/shell-metadata.ts';
import { listSiteFiles } from './pages/site-files.ts';
import { createSitePages } from './pages/site-pages.ts';
import { writeRobotsFile, writeSitemap } from './pages/sitemap.ts';
import type { ManifestLanguage } from './publish/assemble-manifest.ts';
import { collectEntryAudiences, restrictTo } from './publish/entry-audiences.ts';
import { listClientFiles } from './publish/visitor-files.ts';
import {
  listStaticFiles,
  writeArticleAssets,
  writeClientFiles,
  writeLongText,
  writeStaticFiles,
  writeTexts,
} from './publish/write-files.ts';
import type { PreparedSite } from './site-build.ts';
import { writeSocialPictures } from './social/social-pictures.ts';

/** The part of a release that belongs to one language. */
export interface LanguageOutput
  extends Pick<Manifest, 'entries' | 'redirects' | 'scriptHashes' | 'styleHashes'> {
  manifestLanguage: ManifestLanguage;
  /** The input of `checkRelease`. */
  check: LanguageToCheck;
  problems: Problem[];
  pages: number;
  rendered: number;
  /** Stores in the cache which files were written. */
  save(): void;
}

interface CompositionInput {
  languages: Languages;
  /** Rules for the inline styles of articles in all languages. */
  styles: string | undefined;
  /** Names of the content files that were in the dist folder before this build. */
  present: ReadonlySet<string>;
  /**
   * Work that runs while pages are rendered. If rendering fails, this is awaited first, because it still writes files.
   */
  concurrentWork: Promise<unknown>;
}

/** Renders the pages of one language that have changed, and writes all its files. */
export async function composeLanguage(
  language: PreparedSite,
  { languages, styles, present, concurrentWork }: CompositionInput,
): Promise<LanguageOutput> {
  const { environment, folders, cache, graph, progress, site, config, bundle, articles, locale } = language;
  const outputCode = computeCodeKey(graph, 'outputs');
  const outputs = createOutputCache(cache, outputCode, folders.distDir, present);
  const target = { outputs, cacheDir: folders.cacheDir };
  const { rendererModule } = bundle;
  const sources = createPageSources(site, config, languages, environment.features?.pages);
  const addresses = collectSiteAddresses(site, locale);
  const stylesUrl = styles === undefined ? undefined : ARTICLE_STYLES_URL;
  const context = createRenderContext(config, bundle, stylesUrl, addresses);
  const renderer = { cache, rendererModule, version: `${outputCode} ${bundle.hash}` };
  const shell = loadShellMetadata(sources, context, renderer);
  const { standalone, templates, scriptHashes, styleHashes } = await shell.catch(async (error: unknown) => {
    await Promise.allSettled([concurrentWork]);
    throw error;
  });
  const pages = [...createSitePages(sources).values()].map((page) => planPage(page, language, standalone));
  const setup = { rendererModule, context, uiHash: bundle.hash };
  const rendering = renderPages(pages, setup, outputs, {
    progress,
    keepsThreads: language.hasNextLanguage,
  });
  const clientFiles = writeClientFiles(listClientFiles(language), target);
  await Promise.allSettled([concurrentWork, rendering, clientFiles]);
  const { entries: pageEntries, rendered } = await rendering;

  progress.start('Publishing');
  const removeRootPath = (url: string) => removeBasePath(url, site.rootPath) ?? url;
  const assets = [...articles.values()].flatMap(({ summary }) =>
    summary.assets.map((asset) => ({ ...asset, url: removeRootPath(asset.url) })),
  );
  // The module is loaded on demand, because it brings an HTML parser, which a site without a blog doesn't need.
  const feeds = site.blogs.length > 0 ? await import('./pages/plain-article.ts') : undefined;
  const files = listSiteFiles(site, config, {
    isMain: locale.isDefault,
    ...(feeds && {
      writeHtml: ({ file }, outlet) => feeds.writePlainArticle(cache.readArticleBody(file).html, outlet),
    }),
  });
  const staticFiles = listStaticFiles(folders.staticDirs, removeRootPath(site.basePath), folders.boundary);
  const lists = createSearchEngineFiles(site, config).filter(([url]) => !staticFiles.has(url));
  const generatedEntries = [
    ...pageEntries,
    ...(await writeTexts([...files, ...lists], 'data', target)),
    ...(await writeArticleAssets(assets, target)),
    ...(await clientFiles),
  ];
  if (locale.isDefault) {
    if (styles !== undefined)
      generatedEntries.push(...(await writeTexts([[ARTICLE_STYLES_URL, () => styles]], 'assets', target)));
    const writeManualText = () => writeManual(language);
    generatedEntries.push(
      await writeLongText(LLMS_FULL_URL, computeManualKey(language), writeManualText, target),
    );
  }
  const generatedUrls = new Set(generatedEntries.map(({ url }) => url));
  const { entries, problems } = await writeStaticFiles(staticFiles, generatedUrls, target);
  const audiences = collectEntryAudiences(language, staticFiles);
  const pictures = await writeSocialPictures(
    language,
    pages.map(({ plan }) => plan),
    { outputs, isPublic: (url) => audiences.get(url) === 'public' },
  );
  return {
    entries: [...generatedEntries, ...entries, ...pictures].map((entry) =>
      restrictTo(audiences.get(entry.url), entry),
    ),
    redirects: addresses.redirects.flatMap(({ from, to }) => {
      const source = removeBasePath(from, site.rootPath);
      return source === undefined ? [] : [{ from: source, to: removeRootPath(to) }];
    }),
    check: {
      basePath: site.basePath,
      rootPath: site.rootPath,
      shell: context.config,
      icon: config.favicon,
      configuration: findConfigurationSource(folders),
      styles: [bundle.assets.style, language.components.style],
      sheets: language.sheets.map(createSourceFile),
      reportsRootFiles: !config.infima,
      references: listReferences(language, standalone),
    },
    manifestLanguage: {
      tag: locale.htmlLang,
      path: removeRootPath(locale.basePath),
      templates,
      texts: { ...config.texts },
    },
    scriptHashes,
    styleHashes,
    problems,
    pages: pages.length,
    rendered,
    save: outputs.save,
  };
}

/** Files for search engines, if they may list public pages. The server serves them when it knows the site's URL. */
function createSearchEngineFiles(
  site: Site,
  { publicPages, url }: SiteConfig,
): [url: string, text: () => string][] {
  if (!publicPages?.indexed) return [];
  const origin = url?.replace(/\/$/, '') ?? '';
  const publicSite = createSiteView(site, (audience) => isInScope(audience, { kind: 'visitor' }));
  return [
    [SITEMAP_URL, () => writeSitemap([publicSite], origin)],
    [ROBOTS_URL, () => writeRobotsFile(origin + joinBasePath(SITEMAP_URL, site.rootPath))],
  ];
}

function findConfigurationSource({ siteDir }: Folders): LanguageToCheck['configuration'] {
  const file = configurationFile(siteDir);
  return file === undefined ? undefined : createSourceFile(file);
}

function createSourceFile(file: string): { name: string; readText(): string } {
  return { name: displayPath(file), readText: () => readTextIfPresent(file) ?? '' };
}

/** Files that articles and stand-alone pages show, to be checked. */
function listReferences(
  { articles, folders }: PreparedSite,
  standalone: ShellMetadata['standalone'],
): LanguageToCheck['references'] {
  const articleReferences = [...articles].flatMap(([file, { summary }]) => {
    const addresses = listUnreportedFiles(summary);
    return addresses.length === 0
      ? []
      : [{ source: createSourceFile(path.resolve(folders.docsDir, file)), addresses }];
  });
  const pageReferences = Object.entries(standalone).flatMap(([file, page]) =>
    page
      ? [
          {
            source: createSourceFile(path.join(folders.pagesDir, file)),
            addresses: listReferencedFiles(page.html),
          },
        ]
      : [],
  );
  return [...articleReferences, ...pageReferences];
}

/** Missing images of Markdown have been reported already, with their lines. */
function listUnreportedFiles({ references = [], problems }: ArticleSummary): readonly string[] {
  return references.filter((address) => !problems.some(({ message }) => message.includes(address)));
}
