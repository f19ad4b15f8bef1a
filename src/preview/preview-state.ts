import type { UiBundle, UiFile } from '../build/bundle/bundle.ts';
import { createSiteAnswers, type SiteLookups } from '../build/compile/compile-setup.ts';
import type { PortableSettings } from '../build/compile/site-markdown.ts';
import type { SectionsModule } from '../build/compile/site-sections.ts';
import { createPageSources, type PageSources } from '../build/pages/page-plan.ts';
import { collectSiteAddresses, createRenderContext } from '../build/pages/render-context.ts';
import { createSitePages, type SitePage } from '../build/pages/site-pages.ts';
import { listStaticFiles } from '../build/publish/write-files.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { ComponentBundle } from '../docusaurus/components/component-bundle.ts';
import type { LoadedCode } from '../docusaurus/components/load-components.ts';
import type { SharedFacts } from '../docusaurus/components/page-facts.ts';
import type { SiteComponents } from '../markdown/site-components.ts';
import type { Redirect, Site } from '../model/site.ts';
import { ARTICLE_STYLES_URL } from '../model/urls.ts';
import type { RenderContext, UiRenderer } from '../ui/page-data.ts';
import type { PreviewSite } from './preview-site.ts';

/** Everything that the pages of the preview are made from. Each change creates a new state. */
export interface PreviewState extends ReadModules {
  ui: PreviewUi;
  sources: PageSources;
  pages: ReadonlyMap<string, SitePage>;
  redirects: readonly Redirect[];
  context: RenderContext;
  answers: SiteLookups;
  /** Files by their addresses. */
  staticFiles: ReadonlyMap<string, string>;
}

export interface PreviewUi {
  /** The site's own components, and their code as loaded in this thread. */
  components: ComponentBundle;
  code: LoadedCode;
  bundle: UiBundle;
  renderer: UiRenderer;
  script: string;
  files: readonly UiFile[];
}

/** The configuration in the language of the preview, and the modules that it names. */
export interface ReadModules {
  config: SiteConfig;
  sections: SectionsModule | undefined;
  markdown: PortableSettings;
  components: SiteComponents;
  facts: SharedFacts;
}

/** Combines what was read and bundled into a state. */
export function composeState(
  site: Site,
  modules: ReadModules,
  ui: PreviewUi,
  {
    folders,
    locale,
    locales,
    environment,
  }: Pick<PreviewSite, 'folders' | 'locale' | 'locales' | 'environment'>,
): PreviewState {
  const sources = createPageSources(
    site,
    modules.config,
    { current: locale, all: locales },
    environment.features?.pages,
  );
  const assets = { ...ui.bundle.assets, script: ui.script, preload: [] };
  const addresses = collectSiteAddresses(site, locale);
  return {
    ...modules,
    ui,
    sources,
    pages: createSitePages(sources),
    redirects: addresses.redirects,
    context: createRenderContext(
      modules.config,
      { hash: ui.bundle.hash, assets },
      ARTICLE_STYLES_URL,
      addresses,
    ),
    answers: createSiteAnswers(site, folders, {
      ...modules,
      components: ui.components,
      texts: modules.config.texts,
    }),
    staticFiles: listStaticFiles(folders.staticDirs, site.basePath, folders.boundary),
  };
}
