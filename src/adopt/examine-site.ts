import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import { pathFrom } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import type { Finding } from './config-notes.ts';
import { hostRedirects } from './host-redirects.ts';
import { identityFindings } from './identity-services.ts';
import { configurationFile, loadConfiguration } from './load-configuration.ts';
import { isProvided } from './provided-packages.ts';
import { linesOutsideFences, readSiteFiles, type SiteFile } from './site-files.ts';
import { usedFiles } from './used-files.ts';

/** What is known of a site before anything of it is built. */
export interface Examination {
  /** Absent where the configuration cannot be used. */
  config?: SiteConfig | undefined;
  findings: readonly Finding[];
  /** Errors are refused, with what to do; warnings are told and left out. */
  problems: readonly Problem[];
  /** Old addresses that its host answers. */
  redirects: Readonly<Record<string, string>>;
}

export async function examineSite(siteDir: string): Promise<Examination> {
  const file = configurationFile(siteDir);
  const { config, problems, findings } = await loadConfiguration(siteDir);
  const code = readSiteFiles(siteDir, ['src'], 'js,jsx,ts,tsx,mjs,cjs');
  const documents = config ? documentsOf(siteDir, config) : [];
  const host = hostRedirects(siteDir, config);
  const shown = file === undefined ? 'docusaurus.config.js' : path.basename(file);
  const mdx = documents.filter((each) => isMdx(each, config));
  const used = usedFiles(siteDir, mdx, code, config);
  return {
    config,
    redirects: host.redirects,
    problems: [
      ...problems,
      ...missingFolders(siteDir, config, shown),
      ...missingPackages(siteDir, used, Object.keys(config?.aliases ?? {})),
    ],
    findings: [
      ...(config ? parts(siteDir, config, shown, documents) : []),
      ...findings,
      ...themeFindings(siteDir),
      ...identityFindings(code, file === undefined ? '' : readFileSync(file, 'utf8')),
      ...styleFindings(siteDir, config),
      ...scriptFindings(documents),
      ...host.findings,
    ],
  };
}

/** What comes along as it is, in the owner's words. */
function parts(siteDir: string, config: SiteConfig, file: string, documents: readonly SiteFile[]): Finding[] {
  const found: Finding[] = [];
  const works = (what: string, why: string, at = file) => found.push({ kind: 'works', what, file: at, why });
  const count = (folder: string, pattern: string) =>
    globSync(pattern, { cwd: path.resolve(siteDir, folder) }).length;
  const within = (folder: string) =>
    documents.filter(({ name }) => name.startsWith(`${pathFrom(siteDir, path.resolve(siteDir, folder))}/`))
      .length;
  for (const { id, path: folder, routeBasePath } of config.docs)
    works(
      `documentation "${id}"`,
      `${within(folder)} documents, at ${config.baseUrl}${routeBasePath.replace(/^\//, '')}`,
      `${folder}/`,
    );
  if (existsSync(path.join(siteDir, 'versions.json'))) {
    const versions = count('.', 'versioned_docs/version-*');
    works('versions', `${versions} besides the current one`, 'versions.json');
  }
  const { locales } = config.i18n;
  if (locales.length > 1) works('languages', locales.join(', '), `${config.i18n.path}/`);
  for (const { path: folder } of config.blogs)
    if (existsSync(path.resolve(siteDir, folder))) works('blog', `${within(folder)} posts`, `${folder}/`);
  if (config.pages) {
    const pages = count(config.pages.path, '**/*.{js,jsx,ts,tsx,md,mdx}');
    if (pages > 0) works('pages of your own', `${pages} files`, `${config.pages.path}/`);
  }
  for (const style of config.styles)
    works(
      'style sheet',
      "Docusaurus' variables and class names mean the same",
      pathFrom(siteDir, path.resolve(siteDir, style)),
    );
  return found;
}

function documentsOf(siteDir: string, config: SiteConfig): SiteFile[] {
  const folders = [...config.docs, ...config.blogs].map(({ path: folder }) => folder);
  const more = ['versioned_docs', config.i18n.path, ...(config.pages ? [config.pages.path] : [])];
  const there = [...folders, ...more].filter((folder) => existsSync(path.resolve(siteDir, folder)));
  return readSiteFiles(siteDir, there, 'md,mdx');
}

/** In others a line that looks like an import is text. */
function isMdx({ name, text }: SiteFile, config: SiteConfig | undefined): boolean {
  const [, head = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text) ?? [];
  const [, format = config?.markdownFormat] = /^mdx:\s*\{?\s*format:\s*['"]?(\w+)/m.exec(head) ?? [];
  return format === 'mdx' || (format === 'detect' && name.endsWith('.mdx'));
}

function missingFolders(siteDir: string, config: SiteConfig | undefined, file: string): Problem[] {
  return (config?.docs ?? [])
    .filter(({ path: folder }) => !existsSync(path.resolve(siteDir, folder)))
    .map(({ id, path: folder }) => ({
      code: 'docs-missing',
      severity: 'error',
      file,
      message: `The documentation "${id}" has no folder ${folder}: correct its path.`,
    }));
}

/** Each package once, where it is first asked for. */
function missingPackages(siteDir: string, files: readonly SiteFile[], aliases: readonly string[]): Problem[] {
  const require = createRequire(path.join(siteDir, 'index.js'));
  const seen = new Set<string>();
  const isAlias = (name: string) =>
    aliases.some((alias) => name === alias.replace(/\$$/, '') || name.startsWith(`${alias}/`));
  return files.flatMap(({ name, imports }) =>
    imports.flatMap(({ specifier, line }): Problem[] => {
      const bare = specifier.replace(/^.*!/, '');
      const [first = '', second] = bare.split('/');
      const own = first.startsWith('@') ? `${first}/${second}` : first;
      if (!isPackage(bare, first) || isAlias(bare) || seen.has(own) || isInstalled(own, require)) return [];
      seen.add(own);
      const message = `The package "${own}" is not installed. Run npm install in the site folder, or remove what needs it.`;
      return [{ code: 'package-missing', severity: 'error', file: name, line, message }];
    }),
  );
}

function isPackage(specifier: string, first: string): boolean {
  if (/^(?:[./~#]|node:|[a-z]+:\/\/)/.test(specifier) || first === '@site' || first === '@theme')
    return false;
  if (['@theme-original', '@theme-init', '@generated', 'react', 'react-dom', 'clsx'].includes(first))
    return false;
  return /^(?:@[\w.-]+\/)?[\w.-]+/.test(specifier) && !isProvided(specifier) && first !== '@mdx-js';
}

function isInstalled(name: string, require: NodeJS.Require): boolean {
  const folders = require.resolve.paths(name) ?? [];
  return folders.some((folder) => existsSync(path.join(folder, name)));
}

/** Components of the theme that the owner has replaced. */
function themeFindings(siteDir: string): Finding[] {
  const folder = path.join(siteDir, 'src/theme');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): Finding[] => {
    // Style sheets, helpers and hooks are parts of the components beside them.
    if (!entry.isDirectory() && !/\.[jt]sx?$/.test(entry.name)) return [];
    const name = entry.name.replace(/\.[jt]sx?$/, '');
    if (!/^[A-Z]/.test(name) && themeParts[name] === undefined) return [];
    const file = `src/theme/${entry.name}${entry.isDirectory() ? '/' : ''}`;
    const part = themeParts[name] ?? (shellParts.has(name) ? shellPart : ownPart);
    return [{ ...part, what: `@theme/${name}`, file }];
  });
}

/** Parts of Docusaurus' classic theme that draw the shell. Any other name is a component of the site's own. */
const shellParts: ReadonlySet<string> = new Set(
  'AnnouncementBar BackToTopButton Blog BlogArchivePage BlogLayout BlogListPage BlogListPaginator BlogPostItem BlogPostItems BlogPostPage BlogPostPaginator BlogSidebar BlogTagsListPage BlogTagsPostsPage CodeBlock CodeInline ColorModeToggle ContentVisibility Details DocBreadcrumbs DocCard DocCardList DocCategoryGeneratedIndexPage DocItem DocPage DocPaginator DocRoot DocSidebar DocSidebarItem DocSidebarItems DocTagDocListPage DocTagsListPage DocVersionBadge DocVersionBanner DocVersionRoot DocVersionSuggestions DocsRoot DocsVersionProvider EditMetaRow EditThisPage Error ErrorPageContent Footer Heading Icon IdealImage LastUpdated Layout Loading Logo MDXContent MDXPage Mermaid Navbar NavbarItem NotFound PaginatorNavLink Playground SearchBar SearchMetadata SearchPage SearchTranslations SiteMetadata SkipToContent TOC TOCCollapsible TOCInline TOCItems TabItem Tabs Tag TagsListByLetter TagsListInline ThemeProvider ThemedImage Unlisted'.split(
    ' ',
  ),
);
const ownPart = { kind: 'works', why: 'a component of your own, for whatever imports it' } as const;

const themeParts: Readonly<Record<string, Pick<Finding, 'kind' | 'why'>>> = {
  MDXComponents: { kind: 'works', why: 'documents use its components without imports' },
  Admonition: { kind: 'works', why: 'kinds of your own are drawn by your components' },
  ReactLiveScope: { kind: 'works', why: 'live code knows what it gives' },
  'prism-include-languages': { kind: 'changed', why: 'the program brings the languages of code itself' },
  Root: {
    kind: 'left-out',
    why: 'it is around every page and runs in the browser; a guard in it is no longer needed, and anything else goes into a component',
  },
};
const shellPart = {
  kind: 'left-out',
  why: 'the shell is drawn by the program: what it looks like goes into the style sheet, what it holds into the configuration',
} as const;

function styleFindings(siteDir: string, config: SiteConfig | undefined): Finding[] {
  return (config?.styles ?? []).flatMap((style): Finding[] => {
    const file = path.resolve(siteDir, style);
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split(/\r?\n/);
    const name = pathFrom(siteDir, file);
    return lines.flatMap((line, at): Finding[] => {
      const [, address] =
        /(?:@import\s+(?:url\()?|src:\s*url\()\s*["']?((?:https?:)?\/\/[^"')\s]+)/i.exec(line) ?? [];
      if (address === undefined) return [];
      const why = 'browsers load nothing from elsewhere: put the file into the site folder and name it there';
      return [{ kind: 'left-out', what: address, file: name, line: at + 1, why }];
    });
  });
}

function scriptFindings(documents: readonly SiteFile[]): Finding[] {
  return documents.flatMap(({ name, text }): Finding[] => {
    const found = linesOutsideFences(text).find(({ text: line }) => /^\s*<script[\s>]/i.test(line));
    const why = 'documents run no scripts: a component does what it did';
    return found ? [{ kind: 'left-out', what: '<script>', file: name, line: found.line, why }] : [];
  });
}
