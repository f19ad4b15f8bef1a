import path from 'node:path';
import { configurationFile } from '../adopt/load-configuration.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { createSiteView } from '../content/site-view.ts';
import { isWithin } from '../model/audience.ts';
import type { Manifest } from '../model/manifest.ts';
import type { Site } from '../model/site.ts';
import {
  ARTICLE_STYLES_URL,
  atBasePath,
  belowBasePath,
  LLMS_FULL_URL,
  ROBOTS_URL,
  SITEMAP_URL,
} from '../model/urls.ts';
import { displayPath } from '../shared/file-paths.ts';
import { textIfPresent } from '../shared/if-present.ts';
import type { Problem } from '../shared/problem.ts';
import type { ArticleSummary } from './cache/build-cache.ts';
import { codeKey } from './cache/code-keys.ts';
import { outputCache } from './cache/output-cache.ts';
import type { LanguageToCheck } from './check-release.ts';
import { referencedFiles } from './compile/self-check.ts';
import type { Folders } from './folders.ts';
import { singlePageManual, singlePageManualKey } from './pages/markdown-files.ts';
import { type Languages, pageSources } from './pages/page-plan.ts';
import { renderContext, siteAddresses } from './pages/render-context.ts';
import { planPage, renderPages } from './pages/render-pages.ts';
import type { ShellMetadata } from './pages/renderer.ts';
import { shellMetadata } from './pages/shell-metadata.ts';
import { siteFiles } from './pages/site-files.ts';
import { sitePages } from './pages/site-pages.ts';
import { robotsText, sitemapOf } from './pages/sitemap.ts';
import type { BuildRun, PreparedSite } from './prepare-site.ts';
import type { LanguageWords } from './publish/assemble-manifest.ts';
import { entryAudiences, heldTo } from './publish/entry-audiences.ts';
import { filesOfPages } from './publish/visitor-files.ts';
import {
  listStaticFiles,
  writeArticleAssets,
  writeClientFiles,
  writeLongText,
  writeStaticFiles,
  writeTexts,
} from './publish/write-files.ts';

/** What one language adds to a release. */
export interface LanguageOutput
  extends Pick<Manifest, 'entries' | 'redirects' | 'scriptHashes' | 'styleHashes'> {
  words: LanguageWords;
  /** What `checkRelease` looks at. */
  check: LanguageToCheck;
  problems: Problem[];
  pages: number;
  rendered: number;
  /** Keeps what is known of the files that were written. */
  save(): void;
}

interface Composing {
  languages: Languages;
  /** Rules for the inline styles of the articles of all languages. */
  styles: string | undefined;
  /** What lay in the dist folder before this build. */
  present: ReadonlySet<string>;
  /** Goes on beside the rendering: both take long, and what fails waits for the other, which would go on writing. */
  beside: Promise<unknown>;
}

/** Renders what has changed in one language, and writes it with the rest. */
export async function composeLanguage(
  language: PreparedSite,
  { languages, styles, present, beside }: Composing,
  { graph, progress }: Pick<BuildRun, 'graph' | 'progress'>,
): Promise<LanguageOutput> {
  const { folders, site, config, bundle, articles, locale, cache } = language;
  const outputCode = codeKey(graph, 'outputs');
  const outputs = outputCache(cache, outputCode, folders.distDir, present);
  const target = { outputs, cacheDir: folders.cacheDir };
  const { rendererModule } = bundle;
  const sources = pageSources(site, config, languages);
  const addresses = siteAddresses(site, locale);
  const stylesUrl = styles === undefined ? undefined : ARTICLE_STYLES_URL;
  const context = renderContext(config, bundle, stylesUrl, addresses);
  const renderer = { cache, rendererModule, version: `${outputCode} ${bundle.hash}` };
  const shell = shellMetadata(sources, context, renderer);
  const { standalone, templates, scriptHashes, styleHashes } = await shell.catch(async (error: unknown) => {
    await Promise.allSettled([beside]);
    throw error;
  });
  const pages = [...sitePages(sources).values()].map((page) => planPage(page, language, standalone));
  const setup = { rendererModule, context, uiHash: bundle.hash };
  const rendering = renderPages(pages, setup, outputs, progress);
  const clientFiles = writeClientFiles(filesOfPages(language), target);
  await Promise.allSettled([beside, rendering, clientFiles]);
  const { entries: pageEntries, rendered } = await rendering;

  progress.start('Publishing');
  const below = (url: string) => belowBasePath(url, site.rootPath) ?? url;
  const assets = [...articles.values()].flatMap(({ summary }) =>
    summary.assets.map((asset) => ({ ...asset, url: below(asset.url) })),
  );
  // It parses HTML, which a site without a blog has no need to load.
  const feeds = site.blogs.length > 0 ? await import('./pages/plain-article.ts') : undefined;
  const files = siteFiles(site, config, {
    isMain: locale.isDefault,
    ...(feeds && { html: ({ file }, outlet) => feeds.plainArticle(cache.articleBody(file).html, outlet) }),
  });
  const served = listStaticFiles(folders.staticDirs, below(site.basePath), folders.boundary);
  const lists = listsForEngines(site, config).filter(([url]) => !served.has(url));
  const made = [
    ...pageEntries,
    ...(await writeTexts([...files, ...lists], 'data', target)),
    ...(await writeArticleAssets(assets, target)),
    ...(await clientFiles),
  ];
  if (locale.isDefault) {
    if (styles !== undefined)
      made.push(...(await writeTexts([[ARTICLE_STYLES_URL, () => styles]], 'assets', target)));
    const manualText = () => singlePageManual(language);
    made.push(await writeLongText(LLMS_FULL_URL, singlePageManualKey(language), manualText, target));
  }
  const taken = new Set(made.map(({ url }) => url));
  const { entries, problems } = await writeStaticFiles(served, taken, target);
  const audiences = entryAudiences(language, served);
  return {
    entries: [...made, ...entries].map((entry) => heldTo(audiences.get(entry.url), entry)),
    redirects: addresses.redirects.flatMap(({ from, to }) => {
      const source = belowBasePath(from, site.rootPath);
      return source === undefined ? [] : [{ from: source, to: below(to) }];
    }),
    check: {
      basePath: site.basePath,
      rootPath: site.rootPath,
      shell: context.config,
      configuration: configurationSource(folders),
      styles: [bundle.assets.style, language.components.style],
      references: referencesOf(language, standalone),
    },
    words: { tag: locale.htmlLang, path: below(locale.basePath), templates, texts: config.texts },
    scriptHashes,
    styleHashes,
    problems,
    pages: pages.length,
    rendered,
    save: outputs.save,
  };
}

/** For search engines, where they may list public pages; the server says where browsers reach them. */
function listsForEngines(site: Site, { publicPages, url }: SiteConfig): [url: string, text: () => string][] {
  if (!publicPages?.indexed) return [];
  const origin = url?.replace(/\/$/, '') ?? '';
  const seen = createSiteView(site, (audience) => isWithin(audience, { kind: 'visitor' }));
  return [
    [SITEMAP_URL, () => sitemapOf([seen], origin)],
    [ROBOTS_URL, () => robotsText(origin + atBasePath(SITEMAP_URL, site.rootPath))],
  ];
}

function configurationSource({ siteDir }: Folders): LanguageToCheck['configuration'] {
  const file = configurationFile(siteDir);
  return file === undefined ? undefined : sourceFile(file);
}

function sourceFile(file: string): { name: string; text(): string } {
  return { name: displayPath(file), text: () => textIfPresent(file) ?? '' };
}

/** Files that articles and stand-alone pages show. */
function referencesOf(
  { articles, folders }: PreparedSite,
  standalone: ShellMetadata['standalone'],
): LanguageToCheck['references'] {
  const ofArticles = [...articles].flatMap(([file, { summary }]) => {
    const addresses = withoutReported(summary);
    return addresses.length === 0
      ? []
      : [{ source: sourceFile(path.resolve(folders.docsDir, file)), addresses }];
  });
  const ofPages = Object.entries(standalone).flatMap(([file, page]) =>
    page
      ? [{ source: sourceFile(path.join(folders.pagesDir, file)), addresses: referencedFiles(page.html) }]
      : [],
  );
  return [...ofArticles, ...ofPages];
}

/** A picture that Markdown names and that is missing has been reported with its line. */
function withoutReported({ references = [], problems }: ArticleSummary): readonly string[] {
  return references.filter((address) => !problems.some(({ message }) => message.includes(address)));
}
