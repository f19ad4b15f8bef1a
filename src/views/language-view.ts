import { createPageSources, type PageSources } from '../build/pages/page-plan.ts';
import { listRedirects } from '../build/pages/redirects.ts';
import { collectSiteAddresses, createRenderContext } from '../build/pages/render-context.ts';
import { createStandaloneContext } from '../build/pages/shell-metadata.ts';
import { listSiteFiles } from '../build/pages/site-files.ts';
import { createSitePages, type SitePage } from '../build/pages/site-pages.ts';
import type { StoredLanguage, StoredViews } from '../build/publish/views-file.ts';
import { siteConfigSchema } from '../config/site-config.ts';
import { listRoutes } from '../content/links/routes.ts';
import { type CanSee, createSiteView } from '../content/site-view.ts';
import type { Previewed } from '../model/audience.ts';
import { removeBasePath } from '../model/urls.ts';
import type { RenderContext, ShellConfig, StandaloneContext } from '../ui/page-data.ts';

/** One language of the site in one scope: everything that its pages are planned and rendered with. */
export interface LanguageView {
  sources: PageSources;
  /** Pages by their path in the manifest. */
  pages: ReadonlyMap<string, SitePage>;
  context: RenderContext;
  standalone: StandaloneContext;
  redirects: ReadonlyMap<string, string>;
  /** Files that are made from the Site as a whole, by path. */
  files: ReadonlyMap<string, () => string>;
  hasManual: boolean;
}

/** Paths that have a page in a scope, or redirect to one. */
export function listAddresses({ site }: Pick<StoredLanguage, 'site'>, sees: CanSee): string[] {
  const view = createSiteView(site, sees);
  const routes = listRoutes(view);
  return [...routes, ...listRedirects(view, routes).map(({ from }) => from)];
}

interface ViewOptions {
  sees: CanSee;
  /** Whether the page at a path of any language is hidden. */
  isHidden: (path: string) => boolean;
  /** The readers whose view an administrator previews. */
  preview?: Previewed | undefined;
  visitor?: ShellConfig['visitor'];
}

export function createLanguageView(
  { locale, ui, site: whole, config: storedConfig }: StoredLanguage,
  { articleStyles, languages, featurePages }: StoredViews,
  { sees, isHidden, preview, visitor }: ViewOptions,
): LanguageView {
  const defaults = siteConfigSchema.parse({});
  const config = { ...defaults, ...storedConfig, search: { ...defaults.search, ...storedConfig.search } };
  const site = createSiteView(whole, sees);
  const addresses = collectSiteAddresses(site, locale);
  const all = languages.map((language) => language.locale);
  const sources = createPageSources(site, config, { current: locale, all, isHidden }, featurePages);
  const context = createRenderContext(config, ui, articleStyles, {
    ...addresses,
    isHidden,
    preview,
    visitor,
  });
  const removeRootPath = (path: string) => removeBasePath(path, locale.rootPath) ?? path;
  const files = listSiteFiles(site, config, { isMain: locale.isDefault });
  return {
    sources,
    pages: new Map([...createSitePages(sources)].map(([path, page]) => [removeRootPath(path), page])),
    context,
    standalone: createStandaloneContext(sources, context.config),
    redirects: new Map(addresses.redirects.map(({ from, to }) => [removeRootPath(from), removeRootPath(to)])),
    files,
    hasManual: locale.isDefault,
  };
}
