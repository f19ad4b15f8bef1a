import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ApiPageSet, OpenApiOptions } from '../../config/open-api-options.ts';
import type { GeneratedContent } from '../../content/generated-content.ts';
import { type ApiDocument, loadApi } from '../../openapi/api-document.ts';
import { OPEN_API_ELEMENT } from '../../openapi/element.ts';
import { fileOfPage, type PluginPage, pluginPages } from '../../openapi/plugin-pages.ts';
import { pluginSidebar } from '../../openapi/plugin-sidebar.ts';
import { objectOf, textOf } from '../../openapi/values.ts';
import { displayPath, pathFrom } from '../../shared/file-paths.ts';
import { folderTree } from '../../shared/folder-tree.ts';
import type { Problem } from '../../shared/problem.ts';
import { shortHash } from '../hashing.ts';

interface ApiPagesSource {
  options: OpenApiOptions;
  siteDir: string;
  cacheDir: string;
  /** The configuration, as it is shown in problems. */
  configFile: string;
}

/**
 * The pages that a site's OpenAPI plugins add without having files for them. They are written into a folder of the cache
 * that lies over the site folder, where they are read like the site's own; each names its OpenAPI file, which is read when
 * it is compiled.
 */
export function addApiPages({ options, siteDir, cacheDir, configFile }: ApiPagesSource): {
  generated: GeneratedContent;
  problems: Problem[];
} {
  const root = path.join(cacheDir, 'openapi', shortHash(siteDir));
  const files = new Map<string, string>();
  const sidebars = new Map<string, string>();
  const problems: Problem[] = [];
  const report = (file: string, message: string, line?: number) => {
    problems.push({ code: 'openapi', severity: 'error', file: displayPath(file), line, message });
  };
  const open = (file: string): ApiDocument | undefined =>
    loadApi(file, {
      read: (name) => (pathFrom(siteDir, name).startsWith('..') ? undefined : textOfFile(name)),
      report: (problem) => report(problem.file, problem.message, problem.line),
    });

  for (const set of options.pageSets) {
    if (hasPages(path.resolve(siteDir, set.outputDir))) continue;
    if (isAddress(set.specPath)) {
      report(configFile, remoteFile('specPath', set.specPath));
      continue;
    }
    const apis = apiFiles(path.resolve(siteDir, set.specPath)).flatMap((file) => open(file) ?? []);
    const pages = apis.flatMap((api) => pluginPages(api, set));
    for (const page of pages) {
      if (page.id === '') {
        const at = `${page.operation?.method} ${page.operation?.path}`;
        report(
          page.api.file,
          `The operation ${at} has neither \`operationId\` nor \`summary\`, so its page has no address. Add one.`,
        );
        continue;
      }
      const file = path.posix.join(pathFrom(siteDir, path.resolve(siteDir, set.outputDir)), fileOfPage(page));
      if (!files.has(file)) files.set(file, documentOf(page, set, siteDir));
    }
    const sidebar = pluginSidebar({ pages, apis, options: set });
    if (!sidebar) continue;
    const file = path.posix.join(pathFrom(siteDir, path.resolve(siteDir, set.outputDir)), 'sidebar.js');
    files.set(file, `module.exports = ${JSON.stringify(sidebar, null, 2)};\n`);
    sidebars.set(path.join(siteDir, file).replace(/\.js$/, ''), path.join(root, file));
  }
  for (const { spec, route } of allDocuments(options, siteDir)) {
    if (isAddress(spec)) report(configFile, remoteFile('spec', spec));
    else if (route !== undefined) {
      const api = open(path.resolve(siteDir, spec));
      if (api) files.set(pageFile(route), wholePage(api, siteDir));
    }
  }
  writeFiles(root, files);
  return {
    generated: {
      findDir: (dir) => path.join(root, pathFrom(siteDir, dir).replace(/^(?:\.\.(?:\/|$))+/, '.outside/')),
      pagesDir: path.join(root, PAGES),
      sidebars,
    },
    problems,
  };
}

/** OpenAPI files by the id under which documents show them. */
export function apiFilesById(options: OpenApiOptions, siteDir: string): Record<string, string> {
  const documents = allDocuments(options, siteDir).filter(({ spec }) => !isAddress(spec));
  return Object.fromEntries(
    documents.map(({ id, spec }, at) => [id ?? `plugin-redoc-${at}`, path.resolve(siteDir, spec)]),
  );
}

/** Not a folder that a site can have. */
const PAGES = '.pages';

const pageFile = (route: string) => `${PAGES}/${route.replace(/^\/+|\/+$/g, '') || 'index'}.mdx`;
const isAddress = (spec: string) => /^[a-z][a-z\d+.-]+:/i.test(spec);

function remoteFile(key: string, address: string): string {
  return `${key} is the address ${address}, and builds fetch nothing. Save that file in the site folder and name it there.`;
}

function allDocuments({ documents, folders }: OpenApiOptions, siteDir: string): OpenApiOptions['documents'] {
  const inFolders = folders.flatMap(({ path: folder, routeBasePath }) => {
    const base = path.resolve(siteDir, folder);
    return globSync('**/{openapi,*.openapi}.{yaml,json}', { cwd: base })
      .map((name) => name.split(path.sep).join('/'))
      .sort()
      .map((name) => {
        const id = name.replace(/(\/index)?\.?openapi\.(yaml|json)$/, '').replace(/\/+$/, '');
        const spec = pathFrom(siteDir, path.join(base, name));
        return { id: id.replaceAll('/', ''), spec, route: `${routeBasePath.replace(/\/+$/, '')}/${id}` };
      });
  });
  return [...documents, ...inFolders];
}

/** Pages that somebody has generated stay as they are: the plugin never replaces one either. */
function hasPages(folder: string): boolean {
  return folderTree(folder).files.some((file) => /\.(?:api|info|schema)\.mdx?$/.test(file));
}

function apiFiles(file: string): string[] {
  const isFolder = existsSync(file) && statSync(file).isDirectory();
  if (!isFolder) return [file];
  return folderTree(file)
    .files.filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .map((name) => path.join(file, name));
}

function textOfFile(file: string): string | undefined {
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
}

function documentOf(page: PluginPage, { sidebarOptions }: ApiPageSet, siteDir: string): string {
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
    ...(operation ? { sidebar_class_name: classNames(page) } : {}),
    custom_edit_url: null,
    mdx: { format: 'mdx' },
  };
  const element = {
    spec: `@site/${pathFrom(siteDir, page.api.file)}`,
    show: kind === 'api' ? 'operation' : kind,
    ...(operation ? { method: operation.method, path: operation.path } : {}),
    ...(page.name === undefined ? {} : { name: page.name }),
  };
  const cards = hasCards ? "import DocCardList from '@theme/DocCardList';\n\n" : '';
  return `${head(frontMatter)}${cards}${elementOf(element)}${hasCards ? '\n<DocCardList />\n' : ''}`;
}

function classNames({ operation, isDeprecated }: PluginPage): string {
  const deprecated = isDeprecated ? ' menu__list-item--deprecated' : '';
  return `${operation?.method.toLowerCase()} api-method${deprecated}`;
}

function wholePage(api: ApiDocument, siteDir: string): string {
  const info = objectOf(api.root.info);
  const frontMatter = {
    title: textOf(info.title) ?? 'API',
    description: textOf(info.description)?.split('\n')[0] ?? '',
  };
  return `${head(frontMatter)}${elementOf({ spec: `@site/${pathFrom(siteDir, api.file)}` })}`;
}

/** JSON is YAML, and has no words with a meaning of their own. */
function head(frontMatter: object): string {
  const lines = Object.entries(frontMatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join('')}---\n\n`;
}

function elementOf(props: Readonly<Record<string, string>>): string {
  const attributes = Object.entries(props).map(([name, value]) => ` ${name}={${JSON.stringify(value)}}`);
  return `<${OPEN_API_ELEMENT}${attributes.join('')} />\n`;
}

/** What is as it was stays, so that whoever watches the folder sees no change. */
function writeFiles(root: string, files: ReadonlyMap<string, string>): void {
  for (const file of folderTree(root).files) if (!files.has(file)) rmSync(path.join(root, file));
  for (const [file, text] of files) {
    const full = path.join(root, file);
    if (textOfFile(full) === text) continue;
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
}
