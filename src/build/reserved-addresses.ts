import path from 'node:path';
import { commonPages } from '../model/pages.ts';
import { commonRoutes } from '../model/routes.ts';
import type { Site } from '../model/site.ts';
import { API_BASE, removeBasePath } from '../model/urls.ts';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import type { BuildFeatures } from './build-features.ts';
import type { Folders } from './folders.ts';

/** Finds pages that readers can't reach, because the engine answers their addresses: `/login`, `/setup`, `/account`. */
export function findReservedAddresses(
  site: Pick<Site, 'docs' | 'pages' | 'categories' | 'blogs' | 'basePath' | 'rootPath'>,
  { docsDir, pagesDir }: Pick<Folders, 'docsDir' | 'pagesDir'>,
  features?: Pick<BuildFeatures, 'routes' | 'pages'>,
): Problem[] {
  const reservedAddresses = listReserved(features);
  const pages = [
    ...site.docs.map((doc) => ({ path: doc.path, file: path.join(docsDir, doc.file) })),
    ...site.pages.map((page) => ({ path: page.path, file: path.join(pagesDir, page.file) })),
    ...site.blogs.flatMap(({ posts }) =>
      posts.map((post) => ({ ...post, file: path.join(docsDir, post.file) })),
    ),
    ...site.categories.map((category) => ({ path: category.path, file: undefined })),
  ];
  return pages.flatMap((page): Problem[] => {
    const reason = explainReservation(page.path, site, reservedAddresses);
    if (reason === undefined) return [];
    return [
      {
        code: 'reserved-address',
        severity: 'warning',
        file: page.file && displayPath(page.file),
        message: `${reason} Give the page another "slug" or file name.`,
      },
    ];
  });
}

interface Reserved {
  /** Match paths of routes, which are the same in all languages. */
  routePatterns: readonly RegExp[];
  /** Paths of the engine's pages, which each language has. */
  pagePaths: ReadonlySet<string>;
}

function listReserved(features: Pick<BuildFeatures, 'routes' | 'pages'> | undefined): Reserved {
  const routes = [...commonRoutes, ...(features?.routes ?? [])].filter(({ method }) => method === 'GET');
  const pages = [...Object.values(commonPages), ...Object.values(features?.pages ?? {})];
  return {
    routePatterns: routes.map(
      ({ path }) => new RegExp(`^${path.replace(/[.+]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`),
    ),
    pagePaths: new Set(pages.map(({ path }) => path)),
  };
}

/** Says why readers can't or might not reach this address, or undefined. */
function explainReservation(
  address: string,
  { basePath, rootPath }: Pick<Site, 'basePath' | 'rootPath'>,
  { routePatterns, pagePaths }: Reserved,
): string | undefined {
  const removeBaseAndSlash = (base: string) => removeBasePath(address, base)?.replace(/(?<=.)\/$/, '');
  const inAllLanguages = removeBaseAndSlash(rootPath);
  const inThisLanguage = removeBaseAndSlash(basePath);
  const isUsed =
    (inAllLanguages !== undefined && routePatterns.some((pattern) => pattern.test(inAllLanguages))) ||
    (inThisLanguage !== undefined && pagePaths.has(inThisLanguage));
  if (isUsed) return `Readers can't reach this page, because the program uses the address ${address}.`;
  // Only servers load the endpoints, and a later version or a feature may add some.
  if (inAllLanguages?.startsWith(API_BASE))
    return `Readers might not reach this page, because the addresses below ${API_BASE} belong to the API of the program.`;
  return undefined;
}
