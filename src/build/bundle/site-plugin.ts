import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { isFontFile } from '../../config/brand-options.ts';
import { findDoorFile } from '../../config/doors.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { english, type Texts } from '../../config/texts.ts';
import { listLocales, type SiteLocale } from '../../content/languages/locales.ts';
import { isShellPage } from '../../content/pages/shell-page.ts';
import { importAliases } from '../../docusaurus/configuration/import-aliases.ts';
import type { Aliases } from '../../markdown/mdx/code-imports.ts';
import { commonRoutes, type Route, writeOutsidePattern } from '../../model/routes.ts';
import { resolveEngineModule, sourceDir } from '../../shared/engine-dir.ts';
import { listFolder } from '../../shared/if-present.ts';
import type { SiteBoundary } from '../../shared/site-boundary.ts';
import { writeBrandStyle } from '../brand/brand-style.ts';
import { findStaticFile, readBrandColors } from '../brand/read-brand.ts';
import {
  type AddedLivePart,
  type BuildFeatures,
  isPartOn,
  type PartPlace,
  partPlaces,
} from '../build-features.ts';
import { toCssId } from '../styles/compiled-sheets-plugin.ts';
import { requestFrameDocument, sandboxFrameDocument } from './inlined-frames.ts';
import { isLongNavbar } from './long-navbar.ts';
import { writeLiveModules } from './site-live-parts.ts';

/** The parts of a site that are bundled with the shell. */
export interface BundledSite {
  /** Absolute path. */
  siteDir: string;
  /** Folders in which the files of the site's code may be. */
  boundary: SiteBoundary;
  /** Including those of features. */
  texts: Texts;
  /** Absolute paths of style sheets. */
  styles: readonly string[];
  /** CSS that `compileSheets` has already produced, by file of the sheet. */
  compiledSheets?: Readonly<Record<string, string>>;
  /** Whether the style sheets are written for Docusaurus. */
  usesInfima?: boolean | undefined;
  /** Whether the links of the navbar get a row of their own on narrow screens. */
  hasLongNavbar?: boolean;
  /** Whether a blog shows the releases of a changelog file. */
  hasChangelog?: boolean;
  /** Styles of coloured navbars whose rules the site needs; all by default. */
  navbarStyles?: readonly NavbarStyle[];
  /** Absolute path of the browser tab's icon; the brand's by default. */
  icon?: string | undefined;
  /** Absolute paths of the logo for the light and the dark theme; the brand's by default. */
  logo?: LogoFiles | undefined;
  /** Rules that replace the engine's colours and font. */
  brandStyle?: string;
  /** Rules that replace colours and font on pages of visitors, which have no style sheet for Docusaurus. */
  visitorStyle?: string;
  /** Absolute path of a font file. */
  font?: string | undefined;
  /** Whether frames of live parts can use what `src/theme/ReactLiveScope` exports; true by default. */
  usesLiveScope?: boolean;
  /** Prefixes of imports that this scope may use, with their folders. */
  aliases?: Aliases;
  /** Optional features of the shell, which a site without them doesn't load; all by default. */
  features?: { blog: boolean; groups: boolean; public: boolean; otherEditions: boolean };
  /** Whether readers have accounts; true by default. A preview without sign-in has none. */
  hasAccounts?: boolean;
  /** Paths of the site in its language and in all languages; `/` by default. */
  locale?: SitePaths;
  /** The parts of features that concern the shell, without those that the site turns off. By default there are none. */
  added?: BuildFeatures | undefined;
}

export type LogoFiles = { light: string; dark?: string | undefined };

type SitePaths = Pick<SiteLocale, 'basePath' | 'rootPath'> & {
  /** BCP 47 tag, if the site has several languages. */
  tag?: string | undefined;
  /** Base paths of all languages, the default language first. */
  allPaths: readonly string[];
};
export const atRoot: SitePaths = { basePath: '/', rootPath: '/', allPaths: ['/'] };

const engineBrand = path.join(sourceDir, 'ui/theme/brand');
const infimaStyles = ['infima.css', 'infima-classes.css'].map((name) =>
  path.join(sourceDir, 'ui/theme', name),
);
/** The style sheet with `brandStyle`, and its id for the bundler, which only takes a file for a style sheet. */
const BRAND_STYLE = 'virtual:site/brand-style.css';
const brandStyleId = path.join(engineBrand, 'of-the-site.css');
const homeStyle = path.join(sourceDir, 'ui/pages/home.css');
/** A moved site has the widths of Docusaurus. */
const wideScreensStyle = path.join(sourceDir, 'ui/shell/wide-screens.css');
const blogStyle = path.join(sourceDir, 'ui/blog/blog.css');
/** A moved site has the look of Docusaurus. */
const ownBlogStyle = path.join(sourceDir, 'ui/blog/own-blog.css');
const changelogStyle = path.join(sourceDir, 'ui/blog/changelog.css');
/** A navbar in the accent's colour, or one that is dark in both themes. */
type NavbarStyle = NonNullable<SiteConfig['navbar']['style']>;
const navbarStyleSheets: Readonly<Record<NavbarStyle, string>> = {
  primary: path.join(sourceDir, 'ui/shell/navbar/navbar-primary.css'),
  dark: path.join(sourceDir, 'ui/shell/navbar/navbar-dark.css'),
};
const navbarRowsStyle = path.join(sourceDir, 'ui/shell/navbar/navbar-rows.css');
const allFeatures = { blog: true, groups: true, public: true, otherEditions: true };
const engineEntry = resolveEngineModule('ui/client');
const defaultPages = [['index.tsx', path.join(sourceDir, 'ui/pages/home.tsx')]] as const;

/** Describes a site in one language for the bundler. */
export async function describeBundledSite(
  { siteDir, boundary }: Pick<BundledSite, 'siteDir' | 'boundary'>,
  config: SiteConfig,
  locale: SiteLocale,
  added?: BuildFeatures,
): Promise<BundledSite> {
  const { texts, styles, infima, favicon, brand, staticDirectories, navbar, blogs, groups, publicPages } =
    config;
  const findFile = (address: string | undefined) =>
    address === undefined
      ? undefined
      : findStaticFile(siteDir, { staticDirectories, baseUrl: locale.basePath }, address);
  const look = { colors: await readBrandColors(brand), font: brand.font };
  const light = findFile(navbar.logo?.src);
  const addedParts =
    added?.liveParts.filter(({ setting }) => setting === undefined || isPartOn(setting, config)) ?? [];
  const allPaths = listLocales(config, siteDir).map(({ basePath }) => basePath);
  const hasLanguages = allPaths.length > 1;
  const hasVersions = listFolder(siteDir).some((name) => /^(?:\w[\w-]*_)?versions\.json$/.test(name));
  return {
    siteDir,
    boundary,
    added: added && { ...added, liveParts: addedParts },
    texts,
    styles: styles.map((file) => path.resolve(siteDir, file)),
    usesInfima: infima,
    hasLongNavbar: isLongNavbar(config),
    hasChangelog: blogs.some(({ changelog }) => changelog !== undefined),
    navbarStyles: navbar.style === undefined ? [] : [navbar.style],
    icon: findFile(favicon),
    logo: light === undefined ? undefined : { light, dark: findFile(navbar.logo?.srcDark) },
    brandStyle: writeBrandStyle(look, { usesInfima: infima }),
    visitorStyle: writeBrandStyle(look, { usesInfima: false }),
    font: brand.font !== undefined && isFontFile(brand.font) ? findFile(brand.font) : undefined,
    ...(addedParts.some(({ frame }) => frame) ? { aliases: importAliases(siteDir, config) } : {}),
    features: {
      blog: blogs.length > 0,
      groups: groups.length > 0,
      public: publicPages !== undefined,
      otherEditions: hasLanguages || hasVersions,
    },
    locale: {
      basePath: locale.basePath,
      rootPath: locale.rootPath,
      tag: hasLanguages ? locale.htmlLang : undefined,
      allPaths,
    },
  };
}

/** Whether a file (absolute path) is the engine's. */
export function isEngineFile(file: string): boolean {
  return file.startsWith(sourceDir + path.sep);
}

/** Whether any code of the site, or of features outside of the engine, is bundled with the shell. */
export function hasOwnShellCode({ siteDir, added }: BundledSite): boolean {
  const addedModules = [
    ...Object.values(added?.pages ?? {}),
    ...(added?.parts ?? []),
    ...(added?.liveParts ?? []),
  ];
  return (
    addedModules.some(({ module }) => !isEngineFile(module)) || existsSync(path.join(siteDir, 'src/live'))
  );
}

/**
 * Sources of the virtual modules that the shell imports: from the site folder, or the engine's own where the site has
 * none. See `src/ui/site-modules.d.ts`. `undefined` means no site.
 */
export function writeSiteModules(site: BundledSite | undefined): Readonly<Record<string, string>> {
  const live = writeLiveModules(site?.siteDir, site?.added?.liveParts);
  return {
    'virtual:site/pages': writePagesModule(site?.siteDir),
    'virtual:site/live': live.lazy,
    'virtual:site/live-now': live.eager,
    'virtual:feature-live-styles': writeStyleImports(
      listPartStyles(site, (part) => part.setting === undefined),
    ),
    'virtual:site/brand': writeBrandModule(site?.siteDir),
    'virtual:site/look': writeLookModule(site),
    [SITE_STYLES]: writeStyleImports(listSiteStyles(site)),
    ...Object.fromEntries(
      listFramedParts(site).map(({ name }) => [
        nameLiveFrameModule(name),
        writeLiveFrameModule(LIVE_FRAME_PLACEHOLDER),
      ]),
    ),
    'virtual:request-frame': `export default ${JSON.stringify(requestFrameDocument.name)};\n`,
    'virtual:sandbox-frame': `export default ${JSON.stringify(sandboxFrameDocument.name)};\n`,
    'virtual:site/live-scope': writeLiveScopeModule(site),
    'virtual:site/has': writeFeaturesModule(site),
    'virtual:site/texts': writeTextsModule(site?.texts ?? english),
    'virtual:feature-pages': writeFeaturePagesModule(site?.added),
    ...Object.fromEntries(
      partPlaces.map((place) => [`virtual:feature-parts/${place}`, writePartsModule(place, site?.added)]),
    ),
    'virtual:routes': `export const notOfTheShell = new RegExp(${JSON.stringify(writeOutsidePattern(listServerRoutes(site), site?.locale))});\n`,
  };
}

function writeFeaturePagesModule(added: BuildFeatures | undefined): string {
  const loaders = Object.entries(added?.pages ?? {}).map(
    ([name, { module }]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(module)})`,
  );
  return `export const featurePages = { ${loaders.join(', ')} };\n`;
}

/** Imports the parts at once, so that they appear together with their page. */
function writePartsModule(place: PartPlace, added: BuildFeatures | undefined): string {
  const modules = (added?.parts ?? []).filter((part) => part.place === place).map(({ module }) => module);
  const imports = modules.map(
    (module, index) => `import { Part as part${index} } from ${JSON.stringify(module)};\n`,
  );
  return `${imports.join('')}export const parts = [${modules.map((_, index) => `part${index}`).join(', ')}];\n`;
}

function listServerRoutes(site: BundledSite | undefined): readonly Pick<Route, 'path'>[] {
  return [...commonRoutes, ...(site?.added?.routes ?? [])];
}

function writeFeaturesModule(site: BundledSite | undefined): string {
  const { features = allFeatures, added } = site ?? {};
  const isInstalled = (name: string) => added?.names.includes(name) ?? true;
  const constants = {
    hasBlog: features.blog,
    hasGroups: features.groups,
    usesInfima: site?.usesInfima ?? false,
    hasPublic: features.public,
    hasOtherEditions: features.otherEditions,
    hasAccounts: site?.hasAccounts ?? true,
    hasInsights: isInstalled('insights'),
    hasAnnouncements: isInstalled('announcements'),
    hasMcp: isInstalled('mcp'),
    hasSecondFactor: isInstalled('second-factor'),
    hasPeopleImport: isInstalled('people-import'),
    grantsTokens: added?.grantsTokens ?? true,
    hasDigest: added?.describesWeek ?? true,
  };
  return Object.entries(constants)
    .map(([name, value]) => `export const ${name} = ${value};\n`)
    .join('');
}

/** The module that imports them. It is bundled by itself, so that a change of style leaves the scripts as they are. */
export const SITE_STYLES = 'virtual:site/styles';

/** The engine's style sheets for features that not every site has, then the site's own. */
export function listSiteStyles(site: BundledSite | undefined): string[] {
  const { features = allFeatures, usesInfima = false, styles = [] } = site ?? {};
  const {
    hasChangelog = false,
    hasLongNavbar = false,
    navbarStyles = ['primary', 'dark'],
    brandStyle = '',
  } = site ?? {};
  return [
    ...(usesInfima && hasOwnHome(site?.siteDir) ? [] : [homeStyle]),
    ...(features.blog ? [blogStyle] : []),
    ...(features.blog && !usesInfima ? [ownBlogStyle] : []),
    ...(hasChangelog ? [changelogStyle] : []),
    ...listPartStyles(site, (part) => part.setting !== undefined),
    ...(usesInfima ? infimaStyles : [wideScreensStyle]),
    ...(brandStyle === '' ? [] : [BRAND_STYLE]),
    ...navbarStyles.map((style) => navbarStyleSheets[style]),
    ...(hasLongNavbar ? [navbarRowsStyle] : []),
    ...styles,
  ];
}

function writeStyleImports(files: readonly string[]): string {
  return files.map((file) => `import ${JSON.stringify(file)};\n`).join('');
}

/** Style sheets of the live parts of features. */
function listPartStyles(site: BundledSite | undefined, isWanted: (part: AddedLivePart) => boolean): string[] {
  return (site?.added?.liveParts ?? []).filter(isWanted).flatMap(({ style }) => style ?? []);
}

/** A live part that runs code in a document of its own. */
type FramedPart = AddedLivePart & { frame: NonNullable<AddedLivePart['frame']> };

export function listFramedParts(site: Pick<BundledSite, 'added'> | undefined): FramedPart[] {
  return (site?.added?.liveParts ?? []).flatMap(({ frame, ...part }) => (frame ? [{ ...part, frame }] : []));
}

/** Whether the site replaces the home page. One that is written for Docusaurus then needs no style of the engine's. */
function hasOwnHome(siteDir: string | undefined): boolean {
  return (
    siteDir !== undefined &&
    listFolder(path.join(siteDir, 'src/pages')).some((name) => /^index\.\w+$/.test(name))
  );
}

/** Matches an `@import` of a sheet on another host, which browsers aren't allowed to load. */
export const importFromOtherHost = /@import\s+(?:url\()?\s*["']?((?:https?:)?\/\/[^"')\s]+)[^;]*;?/gi;
/** The module from which a live part learns the name of the document around its frame. */
export const nameLiveFrameModule = (part: string) => `virtual:live-frame/${part}`;
/** The frame's name contains its hash, so it's known only after the frame is bundled. */
const LIVE_FRAME_PLACEHOLDER = '?';

export function writeLiveFrameModule(name: string): string {
  return `export default ${JSON.stringify(name)};\n`;
}

const scopeFiles = ['/index', ''].flatMap((name) => ['.tsx', '.ts', '.jsx', '.js'].map((end) => name + end));

/** The site's module of what code in frames can use, if it has one. */
export function findScopeFile(site: BundledSite): string | undefined {
  if (listFramedParts(site).length === 0 || site.usesLiveScope === false) return undefined;
  return findLiveScope(site.siteDir);
}

/** Finds the module with the names that live code can use. Undefined if the site has none. */
export function findLiveScope(siteDir: string): string | undefined {
  return scopeFiles
    .map((end) => path.join(siteDir, `src/theme/ReactLiveScope${end}`))
    .find((file) => existsSync(file));
}

function writeLiveScopeModule(site: BundledSite | undefined): string {
  const file = site && findScopeFile(site);
  return file ? `export { default } from ${JSON.stringify(file)};\n` : 'export default {};\n';
}

/** Gives the bundler those virtual modules. */
export function createSitePlugin(site: BundledSite | undefined): Plugin {
  const sources = writeSiteModules(site);
  return {
    name: 'site',
    enforce: 'pre',
    async resolveId(id) {
      if (id in sources) return `\0${id}`;
      if (id === BRAND_STYLE) return brandStyleId;
      // A single React, the engine's: the site doesn't need to install one.
      if (/^react(?:-dom)?(?:\/|$)/.test(id)) return this.resolve(id, engineEntry, { skipSelf: true });
      return findDoorFile(id);
    },
    load: (id) => (id === brandStyleId ? site?.brandStyle : sources[id.replace(/^\0/, '')]),
    transform: (code, id) =>
      site?.usesInfima && site.styles.some((file) => file === id || toCssId(file) === id)
        ? { code: code.replace(importFromOtherHost, ''), map: null }
        : undefined,
  };
}

/** The components of `src/pages/` that the shell renders, with their files. Names that start with `_` aren't pages. */
export function listShellPages(siteDir: string): [name: string, file: string][] {
  const folder = path.join(siteDir, 'src/pages');
  return listFolder(folder)
    .filter((name) => name.endsWith('.tsx') && !/^[_.]|\.test\.tsx$/.test(name))
    .sort()
    .map((name): [string, string] => [name, path.join(folder, name)])
    .filter(([name, file]) => isShellPage(name, readFileSync(file, 'utf8')));
}

function writePagesModule(siteDir: string | undefined): string {
  const pages = new Map([...defaultPages, ...(siteDir === undefined ? [] : listShellPages(siteDir))]);
  const sortedPages = [...pages].sort(([a], [b]) => (a < b ? -1 : 1));
  const imports = sortedPages.map(
    ([, file], index) => `import * as page${index} from ${JSON.stringify(file)};`,
  );
  const entries = sortedPages.map(([name], index) => `${JSON.stringify(name)}: page${index}`);
  return `${imports.join('\n')}\nexport const pages = { ${entries.join(', ')} };\n`;
}

function writeBrandModule(siteDir: string | undefined): string {
  const readBrandText = (name: string) =>
    JSON.stringify(readFileSync(findBrandFile(siteDir, name), 'utf8').trim());
  return `export const logo = ${readBrandText('logo.svg')};\nexport const notFoundDrawing = ${readBrandText('not-found.svg')};\n`;
}

function writeLookModule(site: BundledSite | undefined): string {
  const hasOwnLogo =
    site !== undefined &&
    (site.logo !== undefined || existsSync(path.join(site.siteDir, 'theme', 'logo.svg')));
  return `export const hasOwnLogo = ${hasOwnLogo};\n`;
}

function writeTextsModule(texts: Texts): string {
  return Object.entries(texts)
    .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`)
    .join('');
}

/** Files of the brand that are used, or would be if they existed. */
export function listBrandFiles({ siteDir, icon, logo, font }: BundledSite): string[] {
  const brand = ['logo.svg', 'not-found.svg', 'icon.svg'].flatMap((name) => [
    path.join(siteDir, 'theme', name),
    path.join(engineBrand, name),
  ]);
  return [...brand, icon, logo?.light, logo?.dark, font].filter((file) => file !== undefined);
}

/** A file of the site's `theme/`, or else the engine's file of the same name. */
export function findBrandFile(siteDir: string | undefined, name: string): string {
  const siteFile = path.join(siteDir ?? '', 'theme', name);
  return siteDir !== undefined && existsSync(siteFile) ? siteFile : path.join(engineBrand, name);
}
