import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { SiteConfig } from '../../config/site-config.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { readTextIfPresent } from '../../shared/if-present.ts';
import { type Aliases, listImportRoots } from '../../shared/import-roots.ts';
import { isRecord, readJson } from '../../shared/json.ts';
import { explainMissingFile, explainMissingMarkdown } from '../../shared/missing-files.ts';
import {
  explainUnexportedFile,
  explainUninstalledPackage,
  findInstalledPackage,
  getPackageName,
} from '../../shared/missing-packages.ts';
import { listModuleFiles } from '../../shared/module-files.ts';
import { findPathOnDisk } from '../../shared/path-on-disk.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Finding } from '../config-notes.ts';
import { importAliases } from '../configuration/import-aliases.ts';
import { configurationFile, loadConfiguration } from '../configuration/load-configuration.ts';
import { isProvided } from '../configuration/provided-packages.ts';
import { findMissingApiFiles, findRemoteApiFiles } from '../plugins/open-api/api-files.ts';
import { findThemeFile, listSiteWrappers } from '../site-wrappers.ts';
import { explainMissingDocusaurusModule, isDocusaurusModule } from '../theme/missing-modules.ts';
import { isThemeSource } from '../theme/theme-sources.ts';
import { removeElidedImports } from './elided-imports.ts';
import { readHostRedirects } from './host-redirects.ts';
import { findIdentityServices } from './identity-services.ts';
import { type ListImports, listLinesOutsideFences, readSiteFiles, type SiteFile } from './site-files.ts';
import { listFilesInUse } from './used-files.ts';

/** The result of examining a site before it is built. */
export interface Examination {
  /** Undefined if the configuration can't be used. */
  config?: SiteConfig | undefined;
  findings: readonly Finding[];
  /** Errors keep the site from being built. Warnings name what is left out. */
  problems: readonly Problem[];
  /** Old addresses that the site's current host redirects, with their targets. */
  redirects: Readonly<Record<string, string>>;
}

interface ExamineOptions {
  /** Whether the engine provides a module of Docusaurus or its theme, such as `@theme/Tabs`. */
  isEngineModule?: (specifier: string) => boolean;
  /** Lists the imports of a document that a build follows. Default: all at the start of a line. */
  listDocumentImports?: ListImports;
  /** Finds the errors of a build. Files are relative to the site folder. */
  findBuildProblems?: () => Promise<readonly Problem[]>;
  /** Finds calls in code in use that load files by paths of which they know too little. */
  findPatternProblems?: (
    siteDir: string,
    config: SiteConfig,
    files: readonly SiteFile[],
  ) => Promise<readonly Problem[]>;
}

/** Reads a Docusaurus site and lists what works, what changes, what is left out, and what must be fixed first. */
export async function examineSite(
  siteDir: string,
  {
    isEngineModule = () => true,
    listDocumentImports,
    findBuildProblems,
    findPatternProblems,
  }: ExamineOptions = {},
): Promise<Examination> {
  const file = configurationFile(siteDir);
  const { config, problems, findings } = await loadConfiguration(siteDir);
  const code = readSiteFiles(siteDir, ['src'], 'js,jsx,ts,tsx,mjs,cjs').map(removeElidedImports);
  const documents = config ? readDocuments(siteDir, config, listDocumentImports) : [];
  const host = readHostRedirects(siteDir, config);
  const configName = file === undefined ? 'docusaurus.config.js' : path.basename(file);
  const mdxDocuments = documents.filter((document) => isMdx(document, config));
  const wrappers = listSiteWrappers(siteDir, importAliases(siteDir, config), code).map(({ file }) =>
    formatPathFrom(siteDir, file),
  );
  const filesInUse = listFilesInUse(siteDir, mdxDocuments, code, config, new Set(wrappers));
  const isUsable = !problems.some(({ severity }) => severity === 'error');
  const siteProblems = [
    ...problems,
    ...findMissingFolders(siteDir, config, configName),
    ...findMissingStyles(siteDir, config, configName),
    ...findMissingPreprocessors(siteDir, config, filesInUse),
    ...findApiFileProblems(siteDir, config, configName),
    ...findMissingImports(siteDir, filesInUse, {
      aliases: importAliases(siteDir, config),
      isEngineModule,
    }),
    ...((config && (await findPatternProblems?.(siteDir, config, filesInUse))) ?? []),
  ];
  // While code or packages of the site are missing, a build would report what follows from that.
  const isComplete = isUsable && !siteProblems.some(({ severity }) => severity === 'error');
  const buildProblems = isComplete ? await findBuildProblems?.() : undefined;
  return {
    config: isUsable ? config : undefined,
    redirects: host.redirects,
    problems: [...siteProblems, ...(buildProblems ?? [])],
    findings: [
      ...(config ? listParts(siteDir, config, configName, documents) : []),
      ...findings,
      ...examineTheme(siteDir, wrappers),
      ...findIdentityServices(code, file === undefined ? '' : readFileSync(file, 'utf8')),
      ...examineStyles(siteDir, config),
      ...findScripts(documents),
      ...host.findings,
    ],
  };
}

/** Parts of the site that work as they are, named as their owner knows them. */
function listParts(
  siteDir: string,
  config: SiteConfig,
  configName: string,
  documents: readonly SiteFile[],
): Finding[] {
  const findings: Finding[] = [];
  const addWorking = (what: string, why: string, file = configName) =>
    findings.push({ kind: 'works', what, file, why });
  const countDocuments = (folder: string) => {
    const prefix = `${formatPathFrom(siteDir, path.resolve(siteDir, folder))}/`;
    return documents.filter(({ name }) => name.startsWith(prefix)).length;
  };
  for (const { id, path: folder, routeBasePath } of config.docs) {
    const address = `${config.baseUrl}${routeBasePath.replace(/^\//, '')}`;
    addWorking(
      `documentation "${id}"`,
      `${formatCountOf(countDocuments(folder), 'document')}, at ${address}`,
      `${folder}/`,
    );
    addVersions(id);
  }
  const { locales } = config.i18n;
  if (locales.length > 1) addWorking('languages', locales.join(', '), `${config.i18n.path}/`);
  for (const { path: folder } of config.blogs)
    if (existsSync(path.resolve(siteDir, folder)))
      addWorking('blog', formatCountOf(countDocuments(folder), 'post'), `${folder}/`);
  if (config.pages) {
    const pages = globSync('**/*.{js,jsx,ts,tsx,md,mdx}', { cwd: path.resolve(siteDir, config.pages.path) });
    if (pages.length > 0)
      addWorking('your own pages', formatCountOf(pages.length, 'file'), `${config.pages.path}/`);
  }
  return findings;

  /** Documentation "default" has `versions.json`, another one `<id>_versions.json`. */
  function addVersions(docsId: string): void {
    const prefix = docsId === 'default' ? '' : `${docsId}_`;
    const file = `${prefix}versions.json`;
    const versions = readJson(readTextIfPresent(path.join(siteDir, file)));
    if (Array.isArray(versions) && versions.length > 0)
      addWorking(`versions of "${docsId}"`, `${versions.join(', ')}, besides the current one`, file);
  }
}

function formatCountOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

function readDocuments(
  siteDir: string,
  config: SiteConfig,
  listImports: ListImports | undefined,
): SiteFile[] {
  const folders = [...config.docs, ...config.blogs].map(({ path: folder }) => folder);
  const otherFolders = [
    'versioned_docs',
    ...config.docs.map(({ id }) => `${id}_versioned_docs`),
    config.i18n.path,
    ...(config.pages ? [config.pages.path] : []),
  ];
  const existingFolders = [...folders, ...otherFolders].filter((folder) =>
    existsSync(path.resolve(siteDir, folder)),
  );
  return readSiteFiles(siteDir, existingFolders, 'md,mdx', listImports);
}

/** In documents of another format, a line that looks like an import is text. */
function isMdx({ name, text }: SiteFile, config: SiteConfig | undefined): boolean {
  const [, head = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text) ?? [];
  const [, format = config?.markdownFormat] = /^mdx:\s*\{?\s*format:\s*['"]?(\w+)/m.exec(head) ?? [];
  return format === 'mdx' || (format === 'detect' && name.endsWith('.mdx'));
}

function findMissingFolders(siteDir: string, config: SiteConfig | undefined, file: string): Problem[] {
  return (config?.docs ?? [])
    .filter(({ path: folder }) => !existsSync(path.resolve(siteDir, folder)))
    .map(({ id, path: folder }) => ({
      code: 'docs-missing',
      severity: 'error',
      file,
      message: `The folder ${folder} of the documentation "${id}" doesn't exist. Correct its path.`,
    }));
}

function findMissingStyles(siteDir: string, config: SiteConfig | undefined, file: string): Problem[] {
  const missing = (config?.styles ?? []).filter((style) => !existsSync(path.resolve(siteDir, style)));
  return missing.map((style) => ({
    code: 'style-missing',
    severity: 'error',
    file,
    message: `The style sheet ${formatPathFrom(siteDir, path.resolve(siteDir, style))} doesn't exist. Correct its path.`,
  }));
}

/** Packages that compile style sheets, by the ending of the sheet. One of them is enough. */
const preprocessors: Readonly<Record<string, readonly string[]>> = {
  '.scss': ['sass', 'sass-embedded'],
  '.sass': ['sass', 'sass-embedded'],
  '.less': ['less'],
  '.styl': ['stylus'],
};

/** Packages that the style sheets of the site need and that aren't installed. Each is reported once. */
function findMissingPreprocessors(
  siteDir: string,
  config: SiteConfig | undefined,
  files: readonly SiteFile[],
): Problem[] {
  const importer = path.join(siteDir, 'index.js');
  const sheets = [
    ...(config?.styles ?? []).map((style) => {
      const name = formatPathFrom(siteDir, path.resolve(siteDir, style));
      return { ending: path.extname(style), file: name, line: undefined };
    }),
    ...files.flatMap(({ name, imports }) =>
      imports.map(({ specifier, line }) => ({
        ending: path.extname(specifier.replace(/\?.*$/, '')),
        file: name,
        line,
      })),
    ),
  ];
  const problems = new Map<string, Problem>();
  for (const { ending, file, line } of sheets) {
    const [packageName, ...otherNames] = preprocessors[ending] ?? [];
    if (packageName === undefined || problems.has(packageName)) continue;
    if ([packageName, ...otherNames].some((name) => findInstalledPackage(name, importer) !== undefined))
      continue;
    problems.set(packageName, {
      code: 'import-missing',
      severity: 'error',
      file,
      line,
      message: explainUninstalledPackage(packageName),
    });
  }
  return [...problems.values()];
}

function findApiFileProblems(siteDir: string, config: SiteConfig | undefined, file: string): Problem[] {
  if (config === undefined) return [];
  const text = readTextIfPresent(path.join(siteDir, file)) ?? '';
  return [
    ...findRemoteApiFiles(config.openApi, { name: file, text }),
    ...findMissingApiFiles(config.openApi, siteDir),
  ];
}

interface ImportRules {
  aliases: Aliases;
  isEngineModule(specifier: string): boolean;
}

interface MissingImport extends Pick<Problem, 'code' | 'message'> {
  /** Identifies the missing module. Each is reported once, where it's first imported. */
  name: string;
}

/**
 * Imports that the build can't resolve: packages that aren't installed, files that don't exist, and modules of
 * Docusaurus' theme that neither the site nor the engine has.
 */
function findMissingImports(
  siteDir: string,
  files: readonly SiteFile[],
  { aliases, isEngineModule }: ImportRules,
): Problem[] {
  const reported = new Set<string>();
  // Files below `@site` are looked for instead.
  const aliasNames = Object.keys(aliases).filter((alias) => alias !== '@site');
  const isAlias = (name: string) =>
    aliasNames.some((alias) => name === alias.replace(/\$$/, '') || name.startsWith(`${alias}/`));
  const describeMissing = (specifier: string, importer: string): MissingImport | undefined => {
    if (isPathOfFile(specifier)) {
      const folders = path.isAbsolute(specifier) ? ['/', ...listImportRoots(aliases)] : [siteDir];
      const isDocument = /\.mdx?$/.test(importer);
      const name = specifier.startsWith('.')
        ? path.join(path.dirname(importer), specifier)
        : specifier.replace(/^@site\//, '');
      const [, generatedFile] = /^(?:\.docusaurus|@generated)\/(.+)$/.exec(name) ?? [];
      if (generatedFile !== undefined && isEngineModule(`@generated/${generatedFile}`)) return undefined;
      const candidates = folders.map((folder) => path.join(folder, name));
      if (candidates.some(leadsToFile)) return undefined;
      return {
        code: 'missing-import',
        name: `${importer} ${specifier}`,
        message:
          isDocument && /\.mdx?$/.test(name)
            ? explainMissingMarkdown(name, path.join(siteDir, name))
            : explainMissingFile(specifier, candidates),
      };
    }
    if (isAlias(specifier)) return undefined;
    // These modules export only types, and imports of types disappear when the code is compiled.
    if (/^@docusaurus\/(?:types|module-type-aliases|tsconfig)\b/.test(specifier)) return undefined;
    if (isDocusaurusModule(specifier)) {
      const themeName = /^@theme\/(.+)/.exec(specifier)?.[1];
      const isInSite = themeName !== undefined && findThemeFile(siteDir, themeName) !== undefined;
      if (isInSite || isThemeSource(specifier) || isEngineModule(specifier)) return undefined;
      return {
        code: 'import-missing',
        name: specifier,
        message: explainMissingDocusaurusModule(specifier, []),
      };
    }
    const name = getPackageName(specifier);
    if (!isPackage(specifier) || isEngineModule(specifier)) return undefined;
    const folder = findInstalledPackage(specifier, path.join(siteDir, importer));
    if (folder !== undefined)
      return leadsIntoPackage(folder, specifier.slice(name.length + 1))
        ? undefined
        : { code: 'missing-import', name: specifier, message: explainUnexportedFile(specifier) };
    if (isBuiltin(specifier))
      return {
        code: 'import-missing',
        name: specifier,
        message: `The module "${specifier}" is part of Node, which browsers don't have. Remove the import.`,
      };
    return { code: 'import-missing', name, message: explainUninstalledPackage(name) };
  };
  const problems: Problem[] = [];
  for (const { name: file, imports } of files)
    for (const { specifier, line } of imports) {
      const missing = describeMissing(specifier.replace(/^.*!/, '').replace(/\?.*$/, ''), file);
      if (missing === undefined || reported.has(missing.name)) continue;
      reported.add(missing.name);
      problems.push({ code: missing.code, severity: 'error', file, line, message: missing.message });
    }
  return problems;
}

/** Whether an import names a file by its path, from the importing file or from a folder of the site. */
const isPathOfFile = (specifier: string) => /^(?:\.{1,2}(?:\/|$)|\/|@site\/|@generated\/)/.test(specifier);

/** Whether an import of this path leads to a file: with or without its ending, or a folder with an index. */
function leadsToFile(file: string): boolean {
  const fileOnDisk = findPathOnDisk(file);
  return [...listModuleFiles(fileOnDisk), path.join(fileOnDisk, 'package.json')].some(
    (name) => statSync(name, { throwIfNoEntry: false })?.isFile() ?? false,
  );
}

/** Whether an import needs a package that the site must install. */
function isPackage(specifier: string): boolean {
  const [first = ''] = specifier.split('/');
  if (/^(?:[./~#]|node:|[a-z]+:\/\/)/.test(specifier)) return false;
  if (['@generated', '@mdx-js', 'react', 'react-dom', 'clsx'].includes(first)) return false;
  return /^(?:@[\w.-]+\/)?[\w.-]+/.test(specifier) && !isProvided(specifier);
}

const rankExport = (key: string) => (key.includes('*') ? key.indexOf('*') : Number.POSITIVE_INFINITY);

/** Whether others can import this file of a package. Without `exports`, a package has no private files. */
function leadsIntoPackage(folder: string, file: string): boolean {
  if (file === '') return true;
  const packageJson = readJson(readTextIfPresent(path.join(folder, 'package.json')));
  const { exports } = isRecord(packageJson) ? packageJson : {};
  if (exports === undefined || exports === null) return leadsToFile(path.join(folder, file));
  const name = `./${file}`;
  const entries = isRecord(exports) ? Object.entries(exports) : [];
  // A key without an asterisk wins, then the one with the longest beginning. `null` keeps files private.
  const [match] = entries
    .filter(([key]) => {
      const [start = '', end] = key.split('*');
      return end === undefined ? key === name : name.startsWith(start) && name.endsWith(end);
    })
    .sort(([a], [b]) => rankExport(b) - rankExport(a));
  return match !== undefined && match[1] !== null;
}

/** Examines the folder `src/theme`: components of the theme that the site replaces, and the site's own components. */
function examineTheme(siteDir: string, wrappers: readonly string[]): Finding[] {
  const folder = path.join(siteDir, 'src/theme');
  if (!existsSync(folder)) return [];
  const works = wrappers.map((file): Finding => {
    const [, name = ''] = /^src\/theme\/(.+?)(?:\/index)?\.\w+$/.exec(file) ?? [];
    return { ...contextWrapper, what: `@theme/${name}`, file };
  });
  const replaced = readdirSync(folder, { withFileTypes: true }).flatMap((entry): Finding[] => {
    // Style sheets, helpers and hooks belong to the components beside them.
    if (!entry.isDirectory() && !/\.[jt]sx?$/.test(entry.name)) return [];
    const name = entry.name.replace(/\.[jt]sx?$/, '');
    if (!/^[A-Z]/.test(name) && themeParts[name] === undefined) return [];
    const file = `src/theme/${entry.name}${entry.isDirectory() ? '/' : ''}`;
    if (works.some(({ what }) => what === `@theme/${name}`)) return [];
    // A folder without a component of this name is there for the components below it.
    const isLayoutOfWrapper = works.some(({ what }) => what.startsWith(`@theme/${name}/`));
    if (isLayoutOfWrapper && findThemeFile(siteDir, name) === undefined) return [];
    const verdict =
      themeParts[name] ??
      (/^Debug[A-Z]/.test(name) ? debugPart : undefined) ??
      (shellParts.has(name) ? shellPart : ownComponent);
    return [{ ...verdict, what: `@theme/${name}`, file }];
  });
  return [...works, ...replaced];
}

const contextWrapper = {
  kind: 'works',
  why: 'components in documents and pages get the contexts that it provides, with shared state; what it draws around a page is left out',
} as const;

/** Components of Docusaurus' classic theme that draw the shell. Any other name is the site's own component. */
const shellParts: ReadonlySet<string> = new Set(
  'AnnouncementBar BackToTopButton Blog BlogArchivePage BlogLayout BlogListPage BlogListPaginator BlogPostItem BlogPostItems BlogPostPage BlogPostPaginator BlogSidebar BlogTagsListPage BlogTagsPostsPage CodeBlock CodeInline ColorModeToggle ContentVisibility Details DocBreadcrumbs DocCard DocCardList DocCategoryGeneratedIndexPage DocItem DocPage DocPaginator DocRoot DocSidebar DocSidebarItem DocSidebarItems DocTagDocListPage DocTagsListPage DocVersionBadge DocVersionBanner DocVersionRoot DocVersionSuggestions DocsRoot DocsVersionProvider EditMetaRow EditThisPage Error ErrorPageContent Footer Heading Icon IdealImage LastUpdated Layout Loading Logo MDXContent MDXPage Mermaid Navbar NavbarItem NotFound PaginatorNavLink Playground SearchBar SearchMetadata SearchPage SearchTranslations SiteMetadata SkipToContent TOC TOCCollapsible TOCInline TOCItems TabItem Tabs Tag TagsListByLetter TagsListInline ThemeProvider ThemedImage Unlisted'.split(
    ' ',
  ),
);
const ownComponent = {
  kind: 'works',
  why: 'your own component, which documents and pages can import',
} as const;

const leftOutPart = (why: string) => ({ kind: 'left-out', why }) as const;

const themeParts: Readonly<Record<string, Pick<Finding, 'kind' | 'why'>>> = {
  PwaReloadPopup: leftOutPart(
    'it belongs to the PWA plugin, which is left out: a copy of the pages would stay on the device after signing out',
  ),
  MDXComponents: { kind: 'works', why: 'documents use its components without importing them' },
  Admonition: { kind: 'works', why: 'your components draw your own kinds of admonitions' },
  ReactLiveScope: { kind: 'works', why: 'live code can use what it exports' },
  'prism-include-languages': { kind: 'changed', why: 'languages for code blocks are built in' },
  Root: {
    kind: 'left-out',
    why: 'it provides no context to components, or guards the site; a sign-in guard is no longer needed, and everything else belongs in a component',
  },
};
/** `DebugConfig`, `DebugRoutes` and others. */
const debugPart = leftOutPart('it belongs to pages for developing Docusaurus');
const shellPart = {
  kind: 'left-out',
  why: 'the engine draws the shell; change its look in the style sheet and its content in the configuration',
} as const;

/**
 * A style sheet works if it exists, and if PostCSS isn't asked for: `@tailwind`, `@apply` and the like are processed by
 * the plugins that the site has installed. Fonts and sheets from other servers are left out.
 */
function examineStyles(siteDir: string, config: SiteConfig | undefined): Finding[] {
  return (config?.styles ?? []).flatMap((style): Finding[] => {
    const file = path.resolve(siteDir, style);
    const name = formatPathFrom(siteDir, file);
    if (!existsSync(file)) return [];
    const text = readFileSync(file, 'utf8');
    const sheet: Finding = /@(?:tailwind|apply|theme|plugin|config)\b|@import\s+["']tailwindcss/.test(text)
      ? {
          kind: 'changed',
          what: 'style sheet',
          file: name,
          why: "Docusaurus' variables and class names mean the same; rules of Tailwind work if the site has its PostCSS plugin installed",
        }
      : {
          kind: 'works',
          what: 'style sheet',
          file: name,
          why: "Docusaurus' variables and class names mean the same",
        };
    return [sheet, ...findRemoteAddresses(text, name)];
  });
}

function findRemoteAddresses(text: string, file: string): Finding[] {
  return text.split(/\r?\n/).flatMap((lineText, index): Finding[] => {
    const [, address] =
      /(?:@import\s+(?:url\()?|src:\s*url\()\s*["']?((?:https?:)?\/\/[^"')\s]+)/i.exec(lineText) ?? [];
    if (address === undefined) return [];
    const why =
      'browsers load nothing from other servers; copy the file into the site folder and refer to it there';
    return [{ kind: 'left-out', what: address, file, line: index + 1, why }];
  });
}

function findScripts(documents: readonly SiteFile[]): Finding[] {
  return documents.flatMap(({ name, text }): Finding[] => {
    const firstScript = listLinesOutsideFences(text).find(({ text: lineText }) =>
      /^\s*<script[\s>]/i.test(lineText),
    );
    if (firstScript === undefined) return [];
    const why = 'documents run no scripts; use a component instead';
    return [{ kind: 'left-out', what: '<script>', file: name, line: firstScript.line, why }];
  });
}
