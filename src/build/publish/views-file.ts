import { readFileSync } from 'node:fs';
import type { SiteConfig } from '../../config/site-config.ts';
import type { SiteLocale } from '../../content/locales.ts';
import type { Manifest } from '../../model/manifest.ts';
import type { Doc, Site } from '../../model/site.ts';
import type { RenderContext } from '../../ui/page-data.ts';
import type { UiBundle } from '../bundle/bundle.ts';
import type { StoredArticle } from '../cache/build-cache.ts';
import { type ArticleSource, fileOf } from '../compile/documents.ts';
import type { ComponentBundle } from '../components/bundle-components.ts';
import type { Folders } from '../folders.ts';
import { editUrlOf } from '../pages/edit-url.ts';
import { isTitled } from '../pages/markdown-files.ts';
import { writeContentFile } from './content-file.ts';

/** Everything that the server makes the pages of a scope from. */
export interface StoredViews {
  articleStyles: RenderContext['articleStyles'];
  languages: StoredLanguage[];
}

export interface StoredLanguage {
  ui: Pick<UiBundle, 'hash' | 'assets'>;
  locale: SiteLocale;
  /** Edit links and made-up titles are decided. */
  site: Site;
  config: StoredConfig;
  /** Rules of the owner's components, and by page those that inline styles became. */
  styles: { components: string; pages: Record<string, string[]> };
}

/** What plans and shells take of the configuration: plain data. */
const storedKeys = [
  'name',
  'tagline',
  'titleDelimiter',
  'baseUrl',
  'navbar',
  'footer',
  'announcement',
  'defaultTheme',
  'respectPrefersColorScheme',
  'disableThemeSwitch',
  'texts',
] as const satisfies (keyof SiteConfig)[];

type StoredConfig = Pick<SiteConfig, (typeof storedKeys)[number]> & {
  search: Pick<SiteConfig['search'], 'resultsPerGroup'>;
};

interface ViewedLanguage {
  locale: SiteLocale;
  site: Site;
  config: SiteConfig;
  bundle: UiBundle;
  articles: ReadonlyMap<string, StoredArticle>;
  components: Pick<ComponentBundle, 'style'>;
  folders: Folders;
}

/** Writes the files of the manifest's `views`; none gets an address. */
export function writeViews(
  distDir: string,
  languages: readonly ViewedLanguage[],
  articleStyles: string | undefined,
): NonNullable<Manifest['views']> {
  const views: StoredViews = {
    articleStyles,
    languages: languages.map(({ locale, site, config, articles, bundle, components, folders }) => ({
      ui: { hash: bundle.hash, assets: bundle.assets },
      locale,
      site: {
        ...site,
        docs: site.docs.map((doc): Doc => {
          const editUrl = editUrlOf({ site, config, languages: { current: locale } }, doc) ?? null;
          return { ...doc, editUrl, hideTitle: isTitled(doc, articles), frontMatter: {} };
        }),
      },
      config: storedConfig(config),
      styles: { components: components.style, pages: stylesOfPages(site, articles, folders) },
    })),
  };
  const write = (stem: string, extension: string, content: Uint8Array) =>
    writeContentFile(distDir, { folder: 'data', stem, extension, content }, { effort: 'none' }).file;
  return {
    site: write('views', '.json', Buffer.from(JSON.stringify(views))),
    renderers: languages.map(({ bundle }) => write('renderer', '.mjs', readFileSync(bundle.rendererModule))),
  };
}

function stylesOfPages(
  site: Site,
  articles: ReadonlyMap<string, StoredArticle>,
  folders: Folders,
): Record<string, string[]> {
  const sources: [string, ArticleSource][] = [
    ...site.docs.map((doc): [string, ArticleSource] => [doc.path, { kind: 'doc', doc }]),
    ...site.pages.map((page): [string, ArticleSource] => [page.path, { kind: 'page', page }]),
    ...site.blogs.flatMap(({ id, posts }) =>
      posts.map((post): [string, ArticleSource] => [post.path, { kind: 'post', post, blog: id }]),
    ),
  ];
  const styled = sources.map(
    ([path, source]) => [path, articles.get(fileOf(source, folders))?.summary.styles ?? []] as const,
  );
  return Object.fromEntries(styled.filter(([, rules]) => rules.length > 0));
}

function storedConfig(config: SiteConfig): StoredConfig {
  const { search } = config;
  const kept = Object.fromEntries(storedKeys.map((key) => [key, config[key]]));
  // The keys are these: `Object.fromEntries` forgets that.
  return { ...(kept as Omit<StoredConfig, 'search'>), search: { resultsPerGroup: search.resultsPerGroup } };
}
