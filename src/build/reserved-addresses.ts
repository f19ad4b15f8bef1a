import path from 'node:path';
import { ownPages } from '../model/pages.ts';
import { routes } from '../model/routes.ts';
import type { Site } from '../model/site.ts';
import { belowBasePath } from '../model/urls.ts';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import type { Folders } from './folders.ts';

const answeredByServer = routes
  .filter(({ method }) => method === 'GET')
  .map((route) => new RegExp(`^${route.path.replace(/[.+]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`));
const enginePages = new Set<string>(Object.values(ownPages).map((page) => page.path));

/** Finds pages that readers can't reach, because the engine answers their addresses: `/login`, `/setup`, `/account`. */
export function findReservedAddresses(
  site: Pick<Site, 'docs' | 'pages' | 'categories' | 'blogs' | 'basePath' | 'rootPath'>,
  { docsDir, pagesDir }: Pick<Folders, 'docsDir' | 'pagesDir'>,
): Problem[] {
  const pages = [
    ...site.docs.map((doc) => ({ path: doc.path, file: path.join(docsDir, doc.file) })),
    ...site.pages.map((page) => ({ path: page.path, file: path.join(pagesDir, page.file) })),
    ...site.blogs.flatMap(({ posts }) =>
      posts.map((post) => ({ ...post, file: path.join(docsDir, post.file) })),
    ),
    ...site.categories.map((category) => ({ path: category.path, file: undefined })),
  ];
  return pages
    .filter((page) => isReserved(page.path, site))
    .map((page) => ({
      code: 'reserved-address',
      severity: 'warning',
      file: page.file && displayPath(page.file),
      message: `Readers can't reach this page, because the program uses the address ${page.path}. Give the page another "slug" or file name.`,
    }));
}

function isReserved(address: string, { basePath, rootPath }: Pick<Site, 'basePath' | 'rootPath'>): boolean {
  const below = (base: string) => belowBasePath(address, base)?.replace(/(?<=.)\/$/, '');
  const inAllLanguages = below(rootPath);
  const inThisLanguage = below(basePath);
  return (
    (inAllLanguages !== undefined && answeredByServer.some((pattern) => pattern.test(inAllLanguages))) ||
    (inThisLanguage !== undefined && enginePages.has(inThisLanguage))
  );
}
