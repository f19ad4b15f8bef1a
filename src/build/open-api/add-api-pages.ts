import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MISSING_API_FILE } from '../../config/constants.ts';
import type { ApiPageSet, OpenApiOptions } from '../../config/open-api-options.ts';
import type { GeneratedContent } from '../../content/generated-content.ts';
import {
  findRemoteApiFiles,
  hasApiPages,
  isRemoteFile,
} from '../../docusaurus/plugins/open-api/api-files.ts';
import { type ApiDocument, loadApi } from '../../openapi/api-document.ts';
import { OPEN_API_ELEMENT } from '../../openapi/element.ts';
import { getPageFile, listPluginPages, type PluginPage } from '../../openapi/plugin-pages.ts';
import { createPluginSidebar } from '../../openapi/plugin-sidebar.ts';
import { readObject, readText } from '../../openapi/values.ts';
import { displayPath, formatPathFrom } from '../../shared/file-paths.ts';
import { readFolderTree } from '../../shared/folder-tree.ts';
import type { Problem } from '../../shared/problem.ts';
import { computeShortHash } from '../hashing.ts';

interface ApiPagesSource {
  options: OpenApiOptions;
  siteDir: string;
  cacheDir: string;
  /** The configuration file, as problems name it. */
  configFile: string;
}

/**
 * Adds the pages that a site's OpenAPI plugins would generate and that the site has no files for. They are written into
 * a folder of the cache, which the build reads as if its files were in the site folder. Each page names its OpenAPI
 * file, which is read when the page is compiled.
 */
export function addApiPages({ options, siteDir, cacheDir, configFile }: ApiPagesSource): {
  generated: Omit<GeneratedContent, 'blogDirs'>;
  /** The OpenAPI files, and files that they refer to. */
  files: string[];
  problems: Problem[];
} {
  const root = path.join(cacheDir, 'openapi', computeShortHash(siteDir));
  const files = new Map<string, string>();
  const sidebars = new Map<string, string>();
  const problems = findRemoteApiFiles(options, {
    name: displayPath(configFile),
    text: readTextFile(configFile) ?? '',
  });
  const report = (file: string, message: string, line?: number) => {
    // Other faults may concern audiences, so their pages are never published.
    const code = message === MISSING_API_FILE ? 'openapi-file' : 'openapi';
    problems.push({ code, severity: 'error', file: displayPath(file), line, message });
  };
  const apiFiles = new Set<string>();
  const open = (file: string): ApiDocument | undefined =>
    loadApi(file, {
      read: (name) => {
        if (formatPathFrom(siteDir, name).startsWith('..')) return undefined;
        apiFiles.add(name);
        return readTextFile(name);
      },
      report: (problem) => report(problem.file, problem.message, problem.line),
    });

  for (const set of options.pageSets) {
    if (isRemoteFile(set.specPath) || hasApiPages(path.resolve(siteDir, set.outputDir))) continue;
    const apis = listApiFiles(path.resolve(siteDir, set.specPath)).flatMap((file) => open(file) ?? []);
    const pages = apis.flatMap((api) => listPluginPages(api, set));
    for (const page of pages) {
      if (page.id === '') {
        const at = `${page.operation?.method} ${page.operation?.path}`;
        report(
          page.api.file,
          `The operation ${at} has neither \`operationId\` nor \`summary\`, so its page has no address. Add one.`,
        );
        continue;
      }
      const file = path.posix.join(
        formatPathFrom(siteDir, path.resolve(siteDir, set.outputDir)),
        getPageFile(page),
      );
      if (!files.has(file)) files.set(file, writePage(page, set, siteDir));
    }
    const sidebar = createPluginSidebar({ pages, apis, options: set });
    if (!sidebar) continue;
    const file = path.posix.join(formatPathFrom(siteDir, path.resolve(siteDir, set.outputDir)), 'sidebar.js');
    files.set(file, `module.exports = ${JSON.stringify(sidebar, null, 2)};\n`);
    sidebars.set(path.join(siteDir, file).replace(/\.js$/, ''), path.join(root, file));
  }
  for (const { id, spec, route } of listApiDocuments(options, siteDir)) {
    if (route === undefined) continue;
    if (isRemoteFile(spec)) files.set(toPageFile(route), writeRemotePage(spec, id));
    else {
      const api = open(path.resolve(siteDir, spec));
      if (api) files.set(toPageFile(route), writeWholePage(api, siteDir));
    }
  }
  writeFiles(root, files);
  const findGeneratedDir = (dir: string) =>
    path.join(root, formatPathFrom(siteDir, dir).replace(/^(?:\.\.(?:\/|$))+/, '.outside/'));
  return {
    generated: {
      findDir: findGeneratedDir,
      pageDirs: [path.join(root, PAGES)],
      sidebars,
    },
    files: [...apiFiles],
    problems,
  };
}

/** OpenAPI files by the id that documents use to show them. */
export function mapApiFilesById(options: OpenApiOptions, siteDir: string): Record<string, string> {
  const documents = listApiDocuments(options, siteDir).filter(({ spec }) => !isRemoteFile(spec));
  return Object.fromEntries(
    documents.map(({ id, spec }, index) => [id ?? `plugin-redoc-${index}`, path.resolve(siteDir, spec)]),
  );
}

/** A name that no folder of a site can have. */
const PAGES = '.pages';

const toPageFile = (route: string) => `${PAGES}/${route.replace(/^\/+|\/+$/g, '') || 'index'}.mdx`;

function listApiDocuments(
  { documents, folders }: OpenApiOptions,
  siteDir: string,
): OpenApiOptions['documents'] {
  const inFolders = folders.flatMap(({ path: folder, routeBasePath }) => {
    const base = path.resolve(siteDir, folder);
    return globSync('**/{openapi,*.openapi}.{yaml,json}', { cwd: base })
      .map((name) => name.split(path.sep).join('/'))
      .sort()
      .map((name) => {
        const id = name.replace(/(\/index)?\.?openapi\.(yaml|json)$/, '').replace(/\/+$/, '');
        const spec = formatPathFrom(siteDir, path.join(base, name));
        return { id: id.replaceAll('/', ''), spec, route: `${routeBasePath.replace(/\/+$/, '')}/${id}` };
      });
  });
  return [...documents, ...inFolders];
}

function listApiFiles(file: string): string[] {
  const isFolder = existsSync(file) && statSync(file).isDirectory();
  if (!isFolder) return [file];
  return readFolderTree(file)
    .files.filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .map((name) => path.join(file, name));
}

function readTextFile(file: string): string | undefined {
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
}

function writePage(page: PluginPage, { sidebarOptions }: ApiPageSet, siteDir: string): string {
  const { kind, id, title, description, operation } = page;
  const linksInfo = kind === 'info' && sidebarOptions?.categoryLinkSource === 'info';
  const hasCards = kind === 'tag' || linksInfo;
  const frontMatter = {
    id,
    title,
    description,
    ...(kind === 'tag'
      ? {}
      : { sidebar_label: kind === 'info' && !linksInfo ? 'Introduction' : title, hide_title: true }),
    ...(kind === 'info' && !linksInfo ? { sidebar_position: 0 } : {}),
    ...(kind === 'api' || kind === 'schema' ? { hide_table_of_contents: true } : {}),
    ...(operation ? { sidebar_class_name: listClassNames(page) } : {}),
    custom_edit_url: null,
    mdx: { format: 'mdx' },
  };
  const element = {
    spec: `@site/${formatPathFrom(siteDir, page.api.file)}`,
    show: kind === 'api' ? 'operation' : kind,
    ...(operation ? { method: operation.method, path: operation.path } : {}),
    ...(page.name === undefined ? {} : { name: page.name }),
  };
  const cards = hasCards ? "import DocCardList from '@theme/DocCardList';\n\n" : '';
  return `${writeFrontMatter(frontMatter)}${cards}${writeElement(element)}${hasCards ? '\n<DocCardList />\n' : ''}`;
}

function listClassNames({ operation, isDeprecated }: PluginPage): string {
  const deprecatedClass = isDeprecated ? ' menu__list-item--deprecated' : '';
  return `${operation?.method.toLowerCase()} api-method${deprecatedClass}`;
}

function writeWholePage(api: ApiDocument, siteDir: string): string {
  const info = readObject(api.root.info);
  const frontMatter = {
    title: readText(info.title) ?? 'API',
    description: readText(info.description)?.split('\n')[0] ?? '',
    mdx: { format: 'mdx' },
  };
  return `${writeFrontMatter(frontMatter)}${writeElement({ spec: `@site/${formatPathFrom(siteDir, api.file)}` })}`;
}

/** Replaces the pages of an OpenAPI file on another server, so that links to them still lead to a page. */
function writeRemotePage(address: string, id: string | undefined): string {
  const title = (id ?? path.posix.basename(URL.parse(address)?.pathname ?? '')) || 'API';
  return `${writeFrontMatter({ title, mdx: { format: 'md' } })}<${encodeURI(address)}>\n`;
}

/** JSON is valid YAML, and contains no words with a special meaning. */
function writeFrontMatter(frontMatter: object): string {
  const lines = Object.entries(frontMatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join('')}---\n\n`;
}

function writeElement(props: Readonly<Record<string, string>>): string {
  const attributes = Object.entries(props).map(([name, value]) => ` ${name}={${JSON.stringify(value)}}`);
  return `<${OPEN_API_ELEMENT}${attributes.join('')} />\n`;
}

/** Unchanged files aren't written, so that a file watcher sees no change. */
function writeFiles(root: string, files: ReadonlyMap<string, string>): void {
  for (const file of readFolderTree(root).files) if (!files.has(file)) rmSync(path.join(root, file));
  for (const [file, text] of files) {
    const fullPath = path.join(root, file);
    if (readTextFile(fullPath) === text) continue;
    mkdirSync(path.dirname(fullPath), { recursive: true });
    writeFileSync(fullPath, text);
  }
}
