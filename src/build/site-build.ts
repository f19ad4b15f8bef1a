import type { SiteConfig } from '../config/site-config.ts';
import type { SiteLocale } from '../content/languages/locales.ts';
import type { ComponentBundle } from '../docusaurus/components/component-bundle.ts';
import type { Site } from '../model/site.ts';
import type { Problem } from '../shared/problem.ts';
import type { UiBundle } from './bundle/bundle.ts';
import type { BuildCache, StoredArticle } from './cache/build-cache.ts';
import type { ImportGraph } from './cache/import-graph.ts';
import type { Dates } from './cache/load-dates.ts';
import type { BuildEnvironment, Folders } from './folders.ts';
import type { Progress } from './progress.ts';
import type { ReadConfig } from './read-content.ts';

// The object that every step of a build gets. Each step returns it with what that step has found out, and changes
// nothing: `Build` → `OpenedSite` → `OpenedLanguage` → `PreparedSite`. The type says how far the build is.

/** Decisions of the caller of a build. */
export interface BuildSettings {
  environment: BuildEnvironment;
  progress: Progress;
  /** Whether worker threads and bundlers stay for the next build of this process. */
  keepsThreads?: boolean | undefined;
  /** Examines the release before it is published. If it returns problems, the release isn't published. */
  checkRelease?: CheckRelease | undefined;
}

/**
 * Reports why a server couldn't serve a release. `manifest` is a file in the dist folder, beside the release's files.
 */
export type CheckRelease = (distDir: string, manifest: string) => Promise<Problem[]>;

/** A build that has begun. */
export interface Build extends BuildSettings {
  folders: Folders;
  cache: BuildCache;
  graph: ImportGraph;
  /** Whether pages are rendered after documents are compiled, so that a renderer may be started early. */
  rendersNext?: boolean;
}

/**
 * A build whose configuration has been read, but no documents yet. `folders` are now those of the configuration, too.
 */
export interface OpenedSite extends Build, ReadConfig {
  folders: Folders;
  dates: Dates;
}

/** An opened site in one of its languages, which has a cache of its own: texts and URLs differ. */
export interface OpenedLanguage extends OpenedSite {
  locale: SiteLocale;
  /** The cache of the default language. Undefined for the default language itself. */
  originals?: BuildCache | undefined;
  /** Whether the build continues with another language. */
  hasNextLanguage?: boolean;
}

/** A site in one language, compiled and checked: everything that its part of a release is made from. */
export interface PreparedSite extends OpenedLanguage {
  config: SiteConfig;
  site: Site;
  bundle: UiBundle;
  components: ComponentBundle;
  /** Absolute paths of the style sheets of the site. */
  sheets: readonly string[];
  /** Articles by the file of their document. `cache` has the rest of each article. */
  articles: ReadonlyMap<string, StoredArticle>;
}
