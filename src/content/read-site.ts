import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Site, StandalonePage } from '../model/site.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import { baseDoc } from './base-doc.ts';
import { buildSite } from './build-site.ts';
import { readCategoryFiles } from './category-files.ts';
import type { LinkList } from './check-links.ts';
import { displayPath } from './display-path.ts';
import { readPages } from './pages.ts';
import type { ParsedDoc } from './parsed-doc.ts';
import { readQuestions } from './questions.ts';
import { listDocs, readDocs } from './read-docs.ts';
import { readSidebars } from './read-sidebars.ts';
import { readRedirects } from './redirects.ts';
import { routesOf } from './routes.ts';
import { parseTagsFile, type TagsFile } from './tags.ts';

export interface ReadSiteOptions {
  /** Folder of the documents. */
  docsDir: string;
  /** What `@site/` stands for: the folder that holds the docs folder. */
  siteDir: string;
  /** Path of the sidebars file, or `none`; absent: `sidebars.ts`, `.js` or `.json` beside the docs folder. */
  sidebars?: string | undefined;
  /** Folder of the stand-alone pages. */
  pagesDir?: string | undefined;
  /** The site is the same in both; the article compiler is where they differ. */
  markdownFormat: 'mdx' | 'detect';
  /** What two pages at one address are; Docusaurus only warns. Default: `error`. */
  duplicateRoutes?: Problem['severity'];
  /** Parse results by hash of the file's bytes: looked up, and filled. */
  cache?: Map<string, ParsedDoc>;
}

const DOCS_PATH = '/docs';
const TAGS_PATH = `${DOCS_PATH}/tags`;

/** The engine's home page, where the site has none: see `src/build/bundle/site-plugin.ts`. */
const ownHome: StandalonePage = { path: '/', file: 'index.tsx', kind: 'react', title: '', description: '' };

export interface SiteReading {
  site: Site;
  problems: Problem[];
  /** Of the sidebars file; they are checked when every page's headings are known. */
  sidebarLinks: LinkList;
}

/** Reads a Docusaurus docs folder. The site is as whole as the problems allow. */
export async function readSite(options: ReadSiteOptions): Promise<SiteReading> {
  const docsDir = path.resolve(options.docsDir);
  const inDocs = (file: string): string => displayPath(path.join(docsDir, file));
  const isFolder = await stat(docsDir).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  const listing = isFolder
    ? await listDocs(docsDir)
    : { docs: [], categoryFiles: new Map<string, string[]>() };
  const problems: Problem[] = [];
  if (listing.docs.length === 0) problems.push(noDocs(displayPath(docsDir), isFolder));

  const [read, categoryFiles, sidebars, tagsFile, pages, asked] = await Promise.all([
    readDocs(docsDir, listing.docs, options.cache),
    readCategoryFiles(docsDir, listing.categoryFiles, displayPath),
    readSidebars(docsDir, options.sidebars),
    readTags(path.join(docsDir, 'tags.yml')),
    options.pagesDir === undefined ? { pages: [], problems: [] } : readPages(options.pagesDir, displayPath),
    readQuestions(docsDir, displayPath),
  ]);
  for (const { problems: wrong } of [categoryFiles, sidebars, tagsFile, pages, asked])
    problems.push(...wrong);
  for (const { file, parsed } of read) {
    problems.push(...parsed.issues.map((issue) => ({ ...issue, file: inDocs(file) })));
  }

  const built = buildSite({
    docs: read.map(({ file, parsed, hash }) => baseDoc(file, parsed, hash, DOCS_PATH)),
    sidebars: sidebars.sidebars,
    sidebarsText: sidebars.text,
    categories: categoryFiles.categories,
    tags: tagsFile.tags,
    pages: pages.pages,
    docsPath: DOCS_PATH,
    tagsPath: TAGS_PATH,
    sourceOf: (file) =>
      `@site/${path.relative(options.siteDir, path.join(docsDir, file)).split(path.sep).join('/')}`,
    shown: {
      doc: inDocs,
      page: (file) => displayPath(path.join(options.pagesDir ?? '', file)),
      categoryFile: (folder) => inDocs(path.join(folder, listing.categoryFiles.get(folder)?.[0] ?? '')),
      sidebarsFile: sidebars.shownFile,
    },
    duplicateRoutes: options.duplicateRoutes ?? 'error',
  });
  if (options.pagesDir !== undefined && !routesOf(built.site).includes('/')) built.site.pages.push(ownHome);
  const owners = await readRedirects(path.join(docsDir, 'redirects.json'), new Set(routesOf(built.site)));
  return {
    site: { ...built.site, redirects: owners.redirects, questions: asked.questions },
    problems: sortProblems([...problems, ...built.problems, ...owners.problems]),
    sidebarLinks: built.links,
  };
}

async function readTags(file: string): Promise<TagsFile> {
  const source = await readFile(file, 'utf8').catch(() => undefined);
  return source === undefined
    ? { tags: new Map(), problems: [] }
    : parseTagsFile(source, displayPath(file), TAGS_PATH);
}

function noDocs(folder: string, exists: boolean): Problem {
  const message = exists
    ? 'The docs folder has no documents: put a .md or .mdx file in it.'
    : 'The docs folder does not exist: set DOCS_DIR to the folder that holds the documents.';
  return { code: 'no-docs', severity: 'error', file: folder, message };
}
