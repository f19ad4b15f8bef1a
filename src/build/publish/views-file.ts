import { readFileSync } from 'node:fs';
import type { SiteConfig } from '../../config/site-config.ts';
import type { SiteLocale } from '../../content/languages/locales.ts';
import type { ArticleVariant } from '../../markdown/article.ts';
import type { Audience } from '../../model/audience.ts';
import type { Manifest } from '../../model/manifest.ts';
import type { OwnPage } from '../../model/pages.ts';
import { buildFullVariant, type VariantKey } from '../../model/parts.ts';
import type { Doc, Site } from '../../model/site.ts';
import { removeBasePath } from '../../model/urls.ts';
import type { RenderContext } from '../../ui/page-data.ts';
import type { UiBundle } from '../bundle/bundle.ts';
import type { PartsSummary } from '../cache/build-cache.ts';
import { type AudienceFindings, collectAudienceFindings } from '../check-audiences.ts';
import { listCompiledArticles } from '../compile/documents.ts';
import { isTitled } from '../pages/markdown-files.ts';
import type { PreparedSite } from '../site-build.ts';
import { writeContentFile } from './content-file.ts';

/** Everything that the server needs to make the pages of a scope. */
export interface StoredViews {
  articleStyles: RenderContext['articleStyles'];
  /** Files in articles with parts, by URL, with all articles that show them. */
  files: Record<string, FileUser[]>;
  languages: StoredLanguage[];
  /** Pages of features, by name. Earlier releases don't have it. */
  featurePages?: Readonly<Record<string, OwnPage>>;
  /** Findings for administrators. */
  findings: AudienceFindings;
}

export interface StoredLanguage {
  ui: Pick<UiBundle, 'hash' | 'assets'>;
  locale: SiteLocale;
  /** The site, with edit links and generated titles. */
  site: Site;
  config: StoredConfig;
  /** CSS rules of the site's components, and by page those that replaced inline styles. */
  styles: { components: string; pages: Record<string, string[]> };
  /** Pages with parts that not all of their readers may see, by path. */
  parts: Record<string, StoredParts>;
}

interface StoredParts {
  audiences: readonly Audience[];
  variants: Record<VariantKey, { file: string; styles: readonly string[] }>;
}

/** The content of a variant's file. */
export type StoredVariant = Omit<ArticleVariant, 'assets' | 'styles' | 'live' | 'blocks' | 'hrefs'>;

/** An article that shows a file: its audience, and the variants that contain the file. */
export interface FileUser {
  audience?: Audience | undefined;
  parts?: { audiences: readonly Audience[]; shown: readonly VariantKey[] };
}

/** The keys of the configuration that plans and shells need, all plain data. */
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
  'infima',
  'defaultTheme',
  'respectPrefersColorScheme',
  'disableThemeSwitch',
  'texts',
  'publicPages',
  'groups',
] as const satisfies (keyof SiteConfig)[];

type StoredConfig = Pick<SiteConfig, (typeof storedKeys)[number]> & {
  search: Pick<SiteConfig['search'], 'resultsPerGroup'>;
};

/** Writes the files that the manifest lists under `views`. They have no URLs. */
export function writeViews(
  distDir: string,
  languages: readonly PreparedSite[],
  articleStyles: string | undefined,
  featurePages: Readonly<Record<string, OwnPage & { module?: string }>> = {},
): NonNullable<Manifest['views']> {
  const write = (stem: string, extension: string, content: Uint8Array) =>
    writeContentFile(distDir, { folder: 'data', stem, extension, content }).file;
  const variantFiles: string[] = [];
  const writeVariant = (variant: ArticleVariant) => {
    const { assets: _, styles: __, live: ___, blocks: ____, hrefs: _____, ...storedVariant } = variant;
    const file = write(
      'article',
      '.json',
      Buffer.from(JSON.stringify(storedVariant satisfies StoredVariant)),
    );
    variantFiles.push(file);
    return file;
  };
  const views: StoredViews = {
    articleStyles,
    featurePages: Object.fromEntries(
      // Paths of modules on this machine mean nothing on another one, so they are left out.
      Object.entries(featurePages).map(([name, { module: _, ...page }]) => [name, page]),
    ),
    files: listFilesOfParts(languages),
    findings: collectFindings(languages),
    languages: languages.map((language) => ({
      ui: { hash: language.bundle.hash, assets: language.bundle.assets },
      locale: language.locale,
      site: prepareSiteForViews(language),
      config: pickStoredConfig(language.config),
      styles: { components: language.components.style, pages: collectPageStyles(language) },
      parts: Object.fromEntries(
        listCompiledArticles(language).flatMap(({ path, file, summary: { parts } }) => {
          const variants = parts && language.cache.readArticleBody(file).variants;
          return parts ? [[path, writeParts(parts, variants ?? {}, writeVariant)]] : [];
        }),
      ),
    })),
  };
  return {
    site: write('views', '.json', Buffer.from(JSON.stringify(views))),
    renderers: languages.map(({ bundle }) => write('renderer', '.mjs', readFileSync(bundle.rendererModule))),
    articles: [...new Set(variantFiles)].sort(),
  };
}

function writeParts(
  { audiences, variants }: PartsSummary,
  bodies: Record<VariantKey, ArticleVariant>,
  writeVariant: (variant: ArticleVariant) => string,
): StoredParts {
  const writtenVariants = Object.entries(bodies).map(([variantKey, variant]) => {
    const { styles = [] } = variants[variantKey] ?? {};
    return [variantKey, { file: writeVariant(variant), styles }] as const;
  });
  return { audiences, variants: Object.fromEntries(writtenVariants) };
}

function prepareSiteForViews({ site, articles }: PreparedSite): Site {
  const docs = site.docs.map((doc): Doc => ({ ...doc, hideTitle: isTitled(doc, articles), frontMatter: {} }));
  const pages = site.pages.map(({ frontMatter: _frontMatter, ...page }) => page);
  return { ...site, docs, pages };
}

function collectFindings(languages: readonly PreparedSite[]): AudienceFindings {
  const findings = languages.map((language) =>
    collectAudienceFindings(
      language.site,
      listCompiledArticles(language).map(({ path, summary: { links, parts } }) => ({ path, links, parts })),
    ),
  );
  return {
    links: findings.flatMap(({ links }) => links),
    neighbours: findings.flatMap(({ neighbours }) => neighbours),
  };
}

/** URLs are as in the manifest. */
function listFilesOfParts(languages: readonly PreparedSite[]): StoredViews['files'] {
  const users = new Map<string, FileUser[]>();
  const withParts = new Set<string>();
  for (const language of languages)
    for (const { audience, summary } of listCompiledArticles(language))
      for (const { url } of summary.assets) {
        const { parts } = summary;
        const address = removeBasePath(url, language.site.rootPath) ?? url;
        const user = { audience, ...(parts && { parts: findVariantsShowing(url, parts) }) };
        users.set(address, [...(users.get(address) ?? []), user]);
        if (parts) withParts.add(address);
      }
  return Object.fromEntries([...users].filter(([address]) => withParts.has(address)));
}

function findVariantsShowing(
  url: string,
  { audiences, variants }: PartsSummary,
): NonNullable<FileUser['parts']> {
  const showingVariants = Object.entries(variants).filter(([, { assets }]) =>
    assets.some((asset) => asset.url === url),
  );
  return {
    audiences,
    shown: [buildFullVariant(audiences), ...showingVariants.map(([variantKey]) => variantKey)],
  };
}

function collectPageStyles(language: PreparedSite): Record<string, string[]> {
  const styledArticles = listCompiledArticles(language).filter(({ summary }) => summary.styles.length > 0);
  return Object.fromEntries(styledArticles.map(({ path, summary }) => [path, summary.styles]));
}

function pickStoredConfig(config: SiteConfig): StoredConfig {
  const { search } = config;
  const settings = Object.fromEntries(storedKeys.map((key) => [key, config[key]]));
  // `Object.fromEntries` loses the keys of the type.
  return {
    ...(settings as Omit<StoredConfig, 'search'>),
    search: { resultsPerGroup: search.resultsPerGroup },
  };
}
