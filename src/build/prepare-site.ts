import { loadSiteConfig } from '../config/load-site-config.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { english } from '../config/texts.ts';
import { displayPath } from '../content/display-path.ts';
import { withGitDates } from '../content/git-dates.ts';
import { readSite } from '../content/read-site.ts';
import type { Site } from '../model/site.ts';
import type { Problem } from '../shared/problem.ts';
import type { BuildEnvironment } from './build.ts';
import { bundleUi, type UiBundle } from './bundle.ts';
import type { BuildCache, StoredArticle } from './cache/build-cache.ts';
import type { CodeVersions } from './cache/fingerprint.ts';
import { loadGitDates } from './cache/git-dates.ts';
import { loadParsedDocs, storeParsedDocs } from './cache/parsed-docs.ts';
import { checkSite } from './check-site.ts';
import { compileDocuments } from './compile/compile-documents.ts';
import { documentsOf } from './compile/documents.ts';
import { sectionsModule, sectionsProblem } from './compile/site-sections.ts';
import type { Folders } from './folders.ts';
import type { Progress } from './progress.ts';

export interface PrepareOptions {
  folders: Folders;
  environment: BuildEnvironment;
  cache: BuildCache;
  code: CodeVersions;
  progress: Progress;
}

/** Everything that the pages are made from, compiled and checked. */
export interface PreparedSite {
  site: Site;
  config: SiteConfig;
  bundle: UiBundle;
  /** By file of the document. */
  articles: ReadonlyMap<string, StoredArticle>;
}

export interface Preparation {
  /** Of the owner's making, all of them; warnings too. */
  problems: Problem[];
  compiled: number;
  /** Absent when the problems leave nothing to make pages from. */
  prepared?: PreparedSite;
}

/** Reads, bundles, compiles and checks, and goes on past a problem as far as there is something to check. */
export async function prepareSite(options: PrepareOptions): Promise<Preparation> {
  const { folders, environment, cache, code, progress } = options;
  progress.start('Reading');
  const parsed = loadParsedDocs(cache, code.articles);
  const configured = await loadSiteConfig(folders.siteDir, code.all);
  const { texts } = configured.config ?? { texts: english };
  const [read, bundled, dates] = await Promise.all([
    readSite({
      docsDir: folders.docsDir,
      siteDir: folders.docsHome,
      pagesDir: folders.pagesDir,
      markdownFormat: environment.MARKDOWN_FORMAT,
      // Two pages at one address: where the owner takes broken links, the first of them is served.
      duplicateRoutes: environment.BROKEN_LINKS === 'warn' ? 'warning' : 'error',
      cache: parsed,
      ...(folders.sidebars === undefined ? {} : { sidebars: folders.sidebars }),
    }),
    bundleUi({ siteDir: folders.siteDir, texts, cacheDir: folders.cacheDir }),
    loadGitDates(cache, folders.docsDir),
  ]);
  const sections = configured.config && sectionsModule(configured.config, folders.siteDir, code.articles);
  const wrongSections = await sectionsProblem(sections, displayPath);
  const problems = [...read.problems, ...configured.problems, ...bundled.problems, ...wrongSections];
  const site = withGitDates(read.site, dates);
  storeParsedDocs(cache, code.articles, parsed, site);
  if (site.docs.length === 0) return { problems, compiled: 0 };
  const { articles, compiled } = await compileDocuments(documentsOf(site, folders), {
    cache,
    setup: {
      docsDir: folders.docsDir,
      siteDir: folders.docsHome,
      staticDirs: folders.staticDirs,
      format: environment.MARKDOWN_FORMAT,
      brokenLinks: environment.BROKEN_LINKS,
      texts,
      site,
      sections: wrongSections.length > 0 ? undefined : sections,
      ...(bundled.bundle ? { rendererModule: bundled.bundle.rendererModule } : {}),
    },
    codeVersion: code.articles,
    liveVersion: bundled.bundle?.hash ?? '-',
    onStart: (count) => progress.start('Compiling', count),
    onArticle: () => progress.advance(),
  });
  const { sidebarLinks } = read;
  const checked = checkSite({
    site,
    sidebarLinks,
    articles,
    folders,
    environment,
    config: configured.config,
  });
  problems.push(...checked.problems);
  if (!checked.config || !bundled.bundle) return { problems, compiled };
  return { problems, compiled, prepared: { site, config: checked.config, bundle: bundled.bundle, articles } };
}
