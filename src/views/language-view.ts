import { type PageSources, pageSources } from '../build/pages/page-plan.ts';
import { redirectsOf } from '../build/pages/redirects.ts';
import { renderContext, siteAddresses } from '../build/pages/render-context.ts';
import { standaloneContext } from '../build/pages/shell-metadata.ts';
import { siteFiles } from '../build/pages/site-files.ts';
import { type SitePage, sitePages } from '../build/pages/site-pages.ts';
import type { StoredLanguage, StoredViews } from '../build/publish/views-file.ts';
import { siteConfigSchema } from '../config/site-config.ts';
import { listRoutes } from '../content/routes.ts';
import { type CanSee, createSiteView } from '../content/site-view.ts';
import type { Previewed } from '../model/audience.ts';
import { belowBasePath } from '../model/urls.ts';
import type { RenderContext, ShellConfig, StandaloneContext } from '../ui/page-data.ts';

/** One language of the site in one scope: all that its pages are planned and rendered with. */
export interface LanguageView {
  sources: PageSources;
  /** By their addresses as the manifest has them. */
  pages: ReadonlyMap<string, SitePage>;
  context: RenderContext;
  standalone: StandaloneContext;
  redirects: ReadonlyMap<string, string>;
  /** Lists that are made from the Site as a whole, by their addresses. */
  files: ReadonlyMap<string, () => string>;
  hasManual: boolean;
}

/** Addresses that answer with a page, old ones too. */
export function addressesOf({ site }: Pick<StoredLanguage, 'site'>, sees: CanSee): string[] {
  const view = createSiteView(site, sees);
  const routes = listRoutes(view);
  return [...routes, ...redirectsOf(view, routes).map(({ from }) => from)];
}

interface Viewed {
  sees: CanSee;
  /** Of an address of any language. */
  isHidden: (path: string) => boolean;
  /** As whom an administrator looks at it. */
  preview?: Previewed | undefined;
  visitor?: ShellConfig['visitor'];
}

export function languageView(
  { locale, ui, site: whole, config: stored }: StoredLanguage,
  { articleStyles, languages }: StoredViews,
  { sees, isHidden, preview, visitor }: Viewed,
): LanguageView {
  const defaults = siteConfigSchema.parse({});
  const config = { ...defaults, ...stored, search: { ...defaults.search, ...stored.search } };
  const site = createSiteView(whole, sees);
  const addresses = siteAddresses(site, locale);
  const all = languages.map((language) => language.locale);
  const sources = pageSources(site, config, { current: locale, all, isHidden });
  const context = renderContext(config, ui, articleStyles, { ...addresses, isHidden, preview, visitor });
  const below = (path: string) => belowBasePath(path, locale.rootPath) ?? path;
  const files = siteFiles(site, config, { isMain: locale.isDefault });
  return {
    sources,
    pages: new Map([...sitePages(sources)].map(([path, page]) => [below(path), page])),
    context,
    standalone: standaloneContext(sources, context.config),
    redirects: new Map(addresses.redirects.map(({ from, to }) => [below(from), below(to)])),
    files,
    hasManual: locale.isDefault,
  };
}
