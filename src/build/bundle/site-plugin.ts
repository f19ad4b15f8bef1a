import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { importAliases } from '../../adopt/import-aliases.ts';
import { doorFile } from '../../config/doors.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { english, type Texts } from '../../config/texts.ts';
import { listLocales, type SiteLocale } from '../../content/locales.ts';
import { isShellPage } from '../../content/shell-page.ts';
import type { Aliases } from '../../markdown/mdx/code-imports.ts';
import { notOfTheShell } from '../../model/routes.ts';
import { engineModule, sourceDir } from '../../shared/engine-dir.ts';
import { namesIn } from '../../shared/if-present.ts';
import type { SiteBoundary } from '../../shared/site-boundary.ts';
import { idOf } from '../styles/compiled-sheets-plugin.ts';
import { isLongNavbar } from './long-navbar.ts';
import { sandboxName } from './sandbox-frame.ts';
import { liveModules } from './site-live-parts.ts';

export interface BundledSite {
  /** Absolute. */
  siteDir: string;
  /** Where the files of the site's code may lie. */
  boundary: SiteBoundary;
  texts: Texts;
  /** Style sheets, absolute. */
  styles: readonly string[];
  /** CSS that was made of sheets already, by file: see `compileSheets`. */
  compiledSheets?: Readonly<Record<string, string>>;
  /** They are written for Docusaurus. */
  infima?: boolean | undefined;
  /** The links of its bar have a row of their own where the screen is not wide. */
  longNavbar?: boolean;
  /** The navbar has the accent's colour, or is dark in both themes. */
  colouredNavbar?: boolean;
  /** Picture for the browser's tab, absolute; absent: the brand's. */
  icon?: string | undefined;
  /** The pictures of its logo, absolute, in the light theme and in the dark one; absent: the brand's. */
  logo?: SiteLogo | undefined;
  /** It has code that readers run. */
  liveCode?: boolean;
  /** Which knows what `src/theme/ReactLiveScope` gives; so unless said otherwise. */
  liveScope?: boolean;
  /** What imports of its live code's scope may begin with. */
  aliases?: Aliases;
  /** What the shell has code for, which a site without it does not load; all unless given. */
  has?: { blog: boolean; groups: boolean; public: boolean; otherEditions: boolean };
  /** Where it lies in its language, and in all of them; at the root of its host unless given. */
  locale?: SitePaths;
}

export type SiteLogo = { light: string; dark?: string | undefined };

type SitePaths = Pick<SiteLocale, 'basePath' | 'rootPath'> & {
  /** BCP 47, where the site has several languages. */
  tag?: string | undefined;
};
export const atRoot: SitePaths = { basePath: '/', rootPath: '/' };

const engineBrand = path.join(sourceDir, 'ui/theme/brand');
const infimaStyles = ['infima.css', 'infima-classes.css'].map((name) =>
  path.join(sourceDir, 'ui/theme', name),
);
const blogStyle = path.join(sourceDir, 'ui/blog/blog.css');
const navbarColoursStyle = path.join(sourceDir, 'ui/shell/navbar-colours.css');
const navbarRowsStyle = path.join(sourceDir, 'ui/shell/navbar-rows.css');
const liveCodeStyle = path.join(sourceDir, 'ui/live/live-code/live-code.css');
const everything = { blog: true, groups: true, public: true, otherEditions: true };
const engineEntry = engineModule('ui/client');
const defaultPages = [['index.tsx', path.join(sourceDir, 'ui/pages/home.tsx')]] as const;

export function bundledSite(
  { siteDir, boundary }: Pick<BundledSite, 'siteDir' | 'boundary'>,
  config: SiteConfig,
  locale: SiteLocale,
): BundledSite {
  const { texts, styles, infima, favicon, staticDirectories, navbar, code, blogs, groups, publicPages } =
    config;
  const picture = (address: string | undefined) =>
    address === undefined
      ? undefined
      : staticDirectories
          .map((folder) => path.resolve(siteDir, folder, `./${address}`))
          .find((file) => existsSync(file));
  const light = picture(navbar.logo?.src);
  const hasLanguages = listLocales(config, siteDir).length > 1;
  const hasVersions = namesIn(siteDir).some((name) => /^(?:\w[\w-]*_)?versions\.json$/.test(name));
  return {
    siteDir,
    boundary,
    texts,
    styles: styles.map((file) => path.resolve(siteDir, file)),
    infima,
    longNavbar: isLongNavbar(config),
    colouredNavbar: navbar.style !== undefined,
    icon: picture(favicon),
    logo: light === undefined ? undefined : { light, dark: picture(navbar.logo?.srcDark) },
    liveCode: code.live,
    ...(code.live ? { aliases: importAliases(siteDir, config) } : {}),
    has: {
      blog: blogs.length > 0,
      groups: groups.length > 0,
      public: publicPages !== undefined,
      otherEditions: hasLanguages || hasVersions,
    },
    locale: {
      basePath: locale.basePath,
      rootPath: locale.rootPath,
      tag: hasLanguages ? locale.htmlLang : undefined,
    },
  };
}

/** Whether anything of the site itself is bundled with the shell. */
export function hasOwnCode({ siteDir, styles, liveCode }: BundledSite): boolean {
  return (
    styles.length > 0 ||
    liveCode === true ||
    listPages(siteDir).length > 0 ||
    existsSync(path.join(siteDir, 'src/live'))
  );
}

/**
 * Sources of what the shell takes from the site folder, or of the engine's own where it has none: see
 * `src/ui/site-modules.d.ts`. `undefined`: no site.
 */
export function siteModules(site: BundledSite | undefined): Readonly<Record<string, string>> {
  const live = liveModules(site?.siteDir);
  return {
    'virtual:site/pages': pagesModule(site?.siteDir),
    'virtual:site/live': live.lazy,
    'virtual:site/live-now': live.eager,
    'virtual:site/brand': brandModule(site?.siteDir),
    'virtual:site/styles': stylesModule(site),
    'virtual:live-frame': liveFrameModule(site?.liveCode ? LIVE_FRAME_TO_COME : ''),
    'virtual:sandbox-frame': `export default ${JSON.stringify(sandboxName)};\n`,
    'virtual:site/live-scope': liveScopeModule(site),
    'virtual:site/has': hasModule(site?.has),
    'virtual:site/texts': textsModule(site?.texts ?? english),
    'virtual:routes': `export const notOfTheShell = new RegExp(${JSON.stringify(notOfTheShell(site?.locale))});\n`,
  };
}

function hasModule(has: BundledSite['has'] = everything): string {
  return `export const hasBlog = ${has.blog};\nexport const hasGroups = ${has.groups};\nexport const hasPublic = ${has.public};\nexport const hasOtherEditions = ${has.otherEditions};\n`;
}

/** The engine's for what not every site has, then the site's own. */
function stylesModule(site: BundledSite | undefined): string {
  const { has = everything, liveCode = true, infima = false, styles = [] } = site ?? {};
  const { longNavbar = false, colouredNavbar = true } = site ?? {};
  const files = [
    ...(has.blog ? [blogStyle] : []),
    ...(liveCode ? [liveCodeStyle] : []),
    ...(infima ? infimaStyles : []),
    ...(colouredNavbar ? [navbarColoursStyle] : []),
    ...(longNavbar ? [navbarRowsStyle] : []),
    ...styles,
  ];
  return files.map((file) => `import ${JSON.stringify(file)};\n`).join('');
}

/** `@import` of a sheet that lies elsewhere, which browsers are not allowed to load. */
export const importFromElsewhere = /@import\s+(?:url\()?\s*["']?((?:https?:)?\/\/[^"')\s]+)[^;]*;?/gi;
/** Its name says its content, so it is known only when it is made. */
const LIVE_FRAME_TO_COME = '?';

export function liveFrameModule(name: string): string {
  return `export default ${JSON.stringify(name)};\n`;
}

const scopeFiles = ['/index', ''].flatMap((name) => ['.tsx', '.ts', '.jsx', '.js'].map((end) => name + end));

function liveScopeModule(site: BundledSite | undefined): string {
  const file =
    site?.liveCode &&
    site.liveScope !== false &&
    scopeFiles
      .map((end) => path.join(site.siteDir, `src/theme/ReactLiveScope${end}`))
      .find((one) => existsSync(one));
  return file ? `export { default } from ${JSON.stringify(file)};\n` : 'export default {};\n';
}

/** Gives the bundler those modules. */
export function sitePlugin(site: BundledSite | undefined): Plugin {
  const sources = siteModules(site);
  return {
    name: 'site',
    enforce: 'pre',
    async resolveId(id) {
      if (id in sources) return `\0${id}`;
      // One React, the engine's own, which the site folder need not have installed.
      if (/^react(?:-dom)?(?:\/|$)/.test(id)) return this.resolve(id, engineEntry, { skipSelf: true });
      return doorFile(id);
    },
    load: (id) => sources[id.replace(/^\0/, '')],
    transform: (code, id) =>
      site?.infima && site.styles.some((file) => file === id || idOf(file) === id)
        ? { code: code.replace(importFromElsewhere, ''), map: null }
        : undefined,
  };
}

/** The components of `src/pages/` that the shell renders, name and absolute file. As with documents, what starts with `_` is no page. */
export function listPages(siteDir: string): [name: string, file: string][] {
  const folder = path.join(siteDir, 'src/pages');
  return namesIn(folder)
    .filter((name) => name.endsWith('.tsx') && !/^[_.]|\.test\.tsx$/.test(name))
    .sort()
    .map((name): [string, string] => [name, path.join(folder, name)])
    .filter(([name, file]) => isShellPage(name, readFileSync(file, 'utf8')));
}

function pagesModule(siteDir: string | undefined): string {
  const pages = new Map([...defaultPages, ...(siteDir === undefined ? [] : listPages(siteDir))]);
  const sorted = [...pages].sort(([a], [b]) => (a < b ? -1 : 1));
  const imports = sorted.map(([, file], at) => `import * as page${at} from ${JSON.stringify(file)};`);
  const entries = sorted.map(([name], at) => `${JSON.stringify(name)}: page${at}`);
  return `${imports.join('\n')}\nexport const pages = { ${entries.join(', ')} };\n`;
}

function brandModule(siteDir: string | undefined): string {
  const text = (name: string) => JSON.stringify(readFileSync(brandFile(siteDir, name), 'utf8').trim());
  return `export const logo = ${text('logo.svg')};\nexport const notFoundDrawing = ${text('not-found.svg')};\n`;
}

function textsModule(texts: Texts): string {
  return Object.entries(texts)
    .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`)
    .join('');
}

/** Where the brand is looked for: what is there, and what might come. */
export function brandFiles({ siteDir, icon, logo }: BundledSite): string[] {
  const brand = ['logo.svg', 'not-found.svg', 'icon.svg'].flatMap((name) => [
    path.join(siteDir, 'theme', name),
    path.join(engineBrand, name),
  ]);
  return [...brand, icon, logo?.light, logo?.dark].filter((file) => file !== undefined);
}

/** A file of the site's `theme/`, or the engine's own of the same name. */
export function brandFile(siteDir: string | undefined, name: string): string {
  const own = path.join(siteDir ?? '', 'theme', name);
  return siteDir !== undefined && existsSync(own) ? own : path.join(engineBrand, name);
}
