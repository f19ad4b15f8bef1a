import { readFileSync } from 'node:fs';
import type { SiteConfig } from '../../config/site-config.ts';
import type { SiteLocale } from '../../content/locales.ts';
import type { ArticleVariant } from '../../markdown/article.ts';
import type { Audience } from '../../model/audience.ts';
import type { Manifest } from '../../model/manifest.ts';
import { type Shown, wholeOf } from '../../model/parts.ts';
import type { Doc, Site } from '../../model/site.ts';
import { belowBasePath } from '../../model/urls.ts';
import type { RenderContext } from '../../ui/page-data.ts';
import type { UiBundle } from '../bundle/bundle.ts';
import type { BuildCache, PartsSummary, StoredArticle } from '../cache/build-cache.ts';
import { type AudienceFindings, audienceFindings } from '../check-audiences.ts';
import { articlesIn } from '../compile/documents.ts';
import type { ComponentBundle } from '../components/component-bundle.ts';
import type { Folders } from '../folders.ts';
import { editUrlOf } from '../pages/edit-url.ts';
import { isTitled } from '../pages/markdown-files.ts';
import { writeContentFile } from './content-file.ts';

/** Everything that the server makes the pages of a scope from. */
export interface StoredViews {
  articleStyles: RenderContext['articleStyles'];
  /** By address: files that articles with parts show, with all that show them. */
  files: Record<string, FileUser[]>;
  languages: StoredLanguage[];
  /** For the owner. */
  findings: AudienceFindings;
}

export interface StoredLanguage {
  ui: Pick<UiBundle, 'hash' | 'assets'>;
  locale: SiteLocale;
  /** Edit links and made-up titles are decided. */
  site: Site;
  config: StoredConfig;
  /** Rules of the owner's components, and by page those that inline styles became. */
  styles: { components: string; pages: Record<string, string[]> };
  /** By path: pages of which not everybody sees each part. */
  parts: Record<string, StoredParts>;
}

interface StoredParts {
  audiences: readonly Audience[];
  variants: Record<Shown, { file: string; styles: readonly string[] }>;
}

/** What is in the file of one. */
export type StoredVariant = Omit<ArticleVariant, 'assets' | 'styles' | 'live' | 'blocks' | 'hrefs'>;

/** An article that shows a file: to whom it is there, and of these to whom it shows this file. */
export interface FileUser {
  audience?: Audience | undefined;
  parts?: { audiences: readonly Audience[]; shown: readonly Shown[] };
}

/** What plans and shells take of the configuration: plain data. */
const storedKeys = [
  'name',
  'tagline',
  'url',
  'i18n',
  'titleDelimiter',
  'baseUrl',
  'navbar',
  'footer',
  'announcement',
  'defaultTheme',
  'respectPrefersColorScheme',
  'disableThemeSwitch',
  'texts',
  'publicPages',
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
  cache: Pick<BuildCache, 'articleBody'>;
  components: Pick<ComponentBundle, 'style'>;
  folders: Folders;
}

/** Writes the files of the manifest's `views`; none gets an address. */
export function writeViews(
  distDir: string,
  languages: readonly ViewedLanguage[],
  articleStyles: string | undefined,
): NonNullable<Manifest['views']> {
  const write = (stem: string, extension: string, content: Uint8Array) =>
    writeContentFile(distDir, { folder: 'data', stem, extension, content }).file;
  const written: string[] = [];
  const writeVariant = (variant: ArticleVariant) => {
    const { assets: _, styles: __, live: ___, blocks: ____, hrefs: _____, ...stored } = variant;
    const file = write('article', '.json', Buffer.from(JSON.stringify(stored satisfies StoredVariant)));
    written.push(file);
    return file;
  };
  const views: StoredViews = {
    articleStyles,
    files: filesOfParts(languages),
    findings: findingsIn(languages),
    languages: languages.map(({ locale, site, config, articles, cache, bundle, components, folders }) => ({
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
      parts: Object.fromEntries(
        articlesIn(site, folders).flatMap(({ path, file }) => {
          const parts = articles.get(file)?.summary.parts;
          return parts ? [[path, partsOf(parts, cache.articleBody(file).variants ?? {}, writeVariant)]] : [];
        }),
      ),
    })),
  };
  return {
    site: write('views', '.json', Buffer.from(JSON.stringify(views))),
    renderers: languages.map(({ bundle }) => write('renderer', '.mjs', readFileSync(bundle.rendererModule))),
    articles: [...new Set(written)].sort(),
  };
}

function partsOf(
  { audiences, variants }: PartsSummary,
  bodies: Record<Shown, ArticleVariant>,
  writeVariant: (variant: ArticleVariant) => string,
): StoredParts {
  const stored = Object.entries(bodies).map(([way, variant]) => {
    const { styles = [] } = variants[way] ?? {};
    return [way, { file: writeVariant(variant), styles }] as const;
  });
  return { audiences, variants: Object.fromEntries(stored) };
}

function findingsIn(languages: readonly ViewedLanguage[]): AudienceFindings {
  const found = languages.map(({ site, articles, folders }) =>
    audienceFindings(
      site,
      articlesIn(site, folders).map(({ path, file }) => ({
        path,
        links: articles.get(file)?.summary.links ?? [],
        parts: articles.get(file)?.summary.parts,
      })),
    ),
  );
  return {
    links: found.flatMap(({ links }) => links),
    neighbours: found.flatMap(({ neighbours }) => neighbours),
  };
}

/** Addresses as the manifest has them. */
function filesOfParts(languages: readonly ViewedLanguage[]): StoredViews['files'] {
  const users = new Map<string, FileUser[]>();
  const withParts = new Set<string>();
  for (const { site, articles, folders } of languages)
    for (const { file, audience } of articlesIn(site, folders)) {
      const { assets = [], parts } = articles.get(file)?.summary ?? {};
      for (const { url } of assets) {
        const address = belowBasePath(url, site.rootPath) ?? url;
        const user = { audience, ...(parts && { parts: showing(url, parts) }) };
        users.set(address, [...(users.get(address) ?? []), user]);
        if (parts) withParts.add(address);
      }
    }
  return Object.fromEntries([...users].filter(([address]) => withParts.has(address)));
}

function showing(url: string, { audiences, variants }: PartsSummary): NonNullable<FileUser['parts']> {
  const ways = Object.entries(variants).filter(([, { assets }]) => assets.some((asset) => asset.url === url));
  return { audiences, shown: [wholeOf(audiences), ...ways.map(([way]) => way)] };
}

function stylesOfPages(
  site: Site,
  articles: ReadonlyMap<string, StoredArticle>,
  folders: Folders,
): Record<string, string[]> {
  const sources = articlesIn(site, folders);
  const styled = sources.map(({ path, file }) => [path, articles.get(file)?.summary.styles ?? []] as const);
  return Object.fromEntries(styled.filter(([, rules]) => rules.length > 0));
}

function storedConfig(config: SiteConfig): StoredConfig {
  const { search } = config;
  const kept = Object.fromEntries(storedKeys.map((key) => [key, config[key]]));
  // The keys are these: `Object.fromEntries` forgets that.
  return { ...(kept as Omit<StoredConfig, 'search'>), search: { resultsPerGroup: search.resultsPerGroup } };
}
