import { readFileSync } from 'node:fs';
import type { SiteConfig } from '../../config/site-config.ts';
import type { SiteLocale } from '../../content/locales.ts';
import type { ArticleVariant } from '../../markdown/article.ts';
import type { Audience } from '../../model/audience.ts';
import type { Manifest } from '../../model/manifest.ts';
import { buildFullVariant, type VariantKey } from '../../model/parts.ts';
import type { Doc, Site } from '../../model/site.ts';
import { belowBasePath } from '../../model/urls.ts';
import type { RenderContext } from '../../ui/page-data.ts';
import type { UiBundle } from '../bundle/bundle.ts';
import type { PartsSummary } from '../cache/build-cache.ts';
import { type AudienceFindings, audienceFindings } from '../check-audiences.ts';
import { compiledIn } from '../compile/documents.ts';
import { editUrlOf } from '../pages/edit-url.ts';
import { isTitled } from '../pages/markdown-files.ts';
import type { PreparedSite } from '../prepare-site.ts';
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
  variants: Record<VariantKey, { file: string; styles: readonly string[] }>;
}

/** What is in the file of one. */
export type StoredVariant = Omit<ArticleVariant, 'assets' | 'styles' | 'live' | 'blocks' | 'hrefs'>;

/** An article that shows a file: to whom it is there, and of these to whom it shows this file. */
export interface FileUser {
  audience?: Audience | undefined;
  parts?: { audiences: readonly Audience[]; shown: readonly VariantKey[] };
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

/** Writes the files of the manifest's `views`; none gets an address. */
export function writeViews(
  distDir: string,
  languages: readonly PreparedSite[],
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
    languages: languages.map((language) => ({
      ui: { hash: language.bundle.hash, assets: language.bundle.assets },
      locale: language.locale,
      site: storedSite(language),
      config: storedConfig(language.config),
      styles: { components: language.components.style, pages: stylesOfPages(language) },
      parts: Object.fromEntries(
        compiledIn(language).flatMap(({ path, file, summary: { parts } }) => {
          const variants = parts && language.cache.articleBody(file).variants;
          return parts ? [[path, partsOf(parts, variants ?? {}, writeVariant)]] : [];
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
  bodies: Record<VariantKey, ArticleVariant>,
  writeVariant: (variant: ArticleVariant) => string,
): StoredParts {
  const stored = Object.entries(bodies).map(([way, variant]) => {
    const { styles = [] } = variants[way] ?? {};
    return [way, { file: writeVariant(variant), styles }] as const;
  });
  return { audiences, variants: Object.fromEntries(stored) };
}

function storedSite({ site, config, locale, articles }: PreparedSite): Site {
  const docs = site.docs.map((doc): Doc => {
    const editUrl = editUrlOf({ site, config, languages: { current: locale } }, doc) ?? null;
    return { ...doc, editUrl, hideTitle: isTitled(doc, articles), frontMatter: {} };
  });
  return { ...site, docs };
}

function findingsIn(languages: readonly PreparedSite[]): AudienceFindings {
  const found = languages.map((language) =>
    audienceFindings(
      language.site,
      compiledIn(language).map(({ path, summary: { links, parts } }) => ({ path, links, parts })),
    ),
  );
  return {
    links: found.flatMap(({ links }) => links),
    neighbours: found.flatMap(({ neighbours }) => neighbours),
  };
}

/** Addresses as the manifest has them. */
function filesOfParts(languages: readonly PreparedSite[]): StoredViews['files'] {
  const users = new Map<string, FileUser[]>();
  const withParts = new Set<string>();
  for (const language of languages)
    for (const { audience, summary } of compiledIn(language))
      for (const { url } of summary.assets) {
        const { parts } = summary;
        const address = belowBasePath(url, language.site.rootPath) ?? url;
        const user = { audience, ...(parts && { parts: showing(url, parts) }) };
        users.set(address, [...(users.get(address) ?? []), user]);
        if (parts) withParts.add(address);
      }
  return Object.fromEntries([...users].filter(([address]) => withParts.has(address)));
}

function showing(url: string, { audiences, variants }: PartsSummary): NonNullable<FileUser['parts']> {
  const ways = Object.entries(variants).filter(([, { assets }]) => assets.some((asset) => asset.url === url));
  return { audiences, shown: [buildFullVariant(audiences), ...ways.map(([way]) => way)] };
}

function stylesOfPages(language: PreparedSite): Record<string, string[]> {
  const styled = compiledIn(language).filter(({ summary }) => summary.styles.length > 0);
  return Object.fromEntries(styled.map(({ path, summary }) => [path, summary.styles]));
}

function storedConfig(config: SiteConfig): StoredConfig {
  const { search } = config;
  const kept = Object.fromEntries(storedKeys.map((key) => [key, config[key]]));
  // The keys are these: `Object.fromEntries` forgets that.
  return { ...(kept as Omit<StoredConfig, 'search'>), search: { resultsPerGroup: search.resultsPerGroup } };
}
