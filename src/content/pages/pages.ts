import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import picomatch from 'picomatch';
import type { PagesOptions } from '../../config/docs-options.ts';
import type { StandalonePage } from '../../model/site.ts';
import { displayPath, formatPathFrom } from '../../shared/file-paths.ts';
import { readFolderTree } from '../../shared/folder-tree.ts';
import { findPathOnDisk } from '../../shared/path-on-disk.ts';
import type { Problem } from '../../shared/problem.ts';
import { type DeclaredAudience, readDeclaredAudiences } from '../audiences/declared-audiences.ts';
import { parseDoc } from '../documents/parsed-doc.ts';
import { joinPath } from '../links/permalinks.ts';
import { isShellPage } from './shell-page.ts';

/** Folder of a language with translated pages. The name is Docusaurus'. */
export const TRANSLATED_PAGES = 'docusaurus-plugin-content-pages';

/** Creates a function that decides which files of the pages folder are pages, as the configuration says. */
export function createPageMatcher({ include, exclude }: PagesOptions): (file: string) => boolean {
  const isNamed = picomatch(include, { ignore: exclude });
  return (file) => isNamed(file) && /\.(?:[jt]sx?|mdx?)$/.test(file) && !/\.d\.ts$/.test(file);
}

/**
 * Reads the stand-alone pages: `index.tsx` is `/`, `guides/start.md` and `guides/start.jsx` are `/guides/start`.
 * Drafts, tests, styles and names that start with `_` aren't pages. A page may have a translation in `translatedDir`.
 * With `options` `false` a site has only generated pages.
 */
export async function readPages(
  pagesDir: string,
  options: PagesOptions | false,
  translatedDir?: string,
  generatedDirs: readonly string[] = [],
): Promise<{ pages: StandalonePage[]; audiences: Map<string, DeclaredAudience[]>; problems: Problem[] }> {
  const ownFiles = options ? readFolderTree(pagesDir).files.filter(createPageMatcher(options)) : [];
  const files = [
    ...ownFiles.map((file) => ({ file, folder: pagesDir })),
    ...generatedDirs.flatMap((folder) => readFolderTree(folder).files.map((file) => ({ file, folder }))),
  ];
  const problems: Problem[] = [];
  /** Declared audiences by file. */
  const audiences = new Map<string, DeclaredAudience[]>();
  const pages = await Promise.all(
    files.map(async ({ file, folder }): Promise<StandalonePage | undefined> => {
      // A generated page has its whole address.
      const routeBasePath = options && folder === pagesDir ? options.routeBasePath : '/';
      const route = joinPath(routeBasePath, createRoute(file));
      const originalFile = path.join(folder, file);
      const translatedFiles =
        translatedDir === undefined ? originalFile : findPathOnDisk(path.join(translatedDir, file));
      const fullPath = existsSync(translatedFiles) ? translatedFiles : originalFile;
      const fileNames = {
        file: formatPathFrom(pagesDir, fullPath),
        // Patterns that match a file of the pages folder also apply to the generated page at that path.
        ...(fullPath === originalFile && folder === pagesDir ? {} : { original: file }),
      };
      if (!/\.mdx?$/.test(file)) {
        const isShells =
          options !== false &&
          fullPath === originalFile &&
          isShellPage(file, await readFile(originalFile, 'utf8'), options);
        return {
          path: route,
          ...fileNames,
          kind: isShells ? 'react' : 'component',
          title: '',
          description: '',
        };
      }
      const parsedPage = parseDoc(await readFile(fullPath));
      const original =
        fullPath === originalFile
          ? undefined
          : { parsed: parseDoc(await readFile(originalFile)), file: displayPath(originalFile) };
      audiences.set(
        fileNames.file,
        readDeclaredAudiences({ parsed: parsedPage, file: displayPath(fullPath) }, original),
      );
      problems.push(...parsedPage.issues.map((issue) => ({ ...issue, file: displayPath(fullPath) })));
      const { slug, draft, unlisted } = parsedPage.frontMatter;
      if (draft) return undefined;
      const title = parsedPage.frontMatter.title ?? parsedPage.contentTitle ?? path.posix.basename(route);
      return {
        path: slug === undefined ? route : joinPath(routeBasePath, slug),
        ...fileNames,
        kind: 'markdown',
        title,
        description: parsedPage.frontMatter.description ?? parsedPage.excerpt ?? '',
        ...(unlisted ? { unlisted } : {}),
        hideTableOfContents: parsedPage.frontMatter.hide_table_of_contents,
        tocMinHeadingLevel: parsedPage.frontMatter.toc_min_heading_level,
        tocMaxHeadingLevel: parsedPage.frontMatter.toc_max_heading_level,
        frontMatter: parsedPage.frontMatter,
      };
    }),
  );
  return { pages: pages.filter((page) => page !== undefined), audiences, problems };
}

function createRoute(file: string): string {
  const route = `/${file.replace(/\.[^.]+$/, '')}`;
  return route === '/index' ? '/' : route.replace(/\/index$/, '/');
}
