import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import picomatch from 'picomatch';
import type { PagesOptions } from '../config/docs-options.ts';
import type { StandalonePage } from '../model/site.ts';
import { displayPath, pathFrom } from '../shared/file-paths.ts';
import { folderTree } from '../shared/folder-tree.ts';
import { pathOnDisk } from '../shared/path-on-disk.ts';
import type { Problem } from '../shared/problem.ts';
import { type Declared, declaredIn } from './declared-audiences.ts';
import { parseDoc } from './parsed-doc.ts';
import { joinPath } from './permalinks.ts';
import { isShellPage } from './shell-page.ts';

/** The folder of a language that has its pages, as Docusaurus calls it. */
export const TRANSLATED_PAGES = 'docusaurus-plugin-content-pages';

/** Which files of the pages folder are pages, as the configuration says it. */
export function pageMatcher({ include, exclude }: PagesOptions): (file: string) => boolean {
  const isNamed = picomatch(include, { ignore: exclude });
  return (file) => isNamed(file) && /\.(?:[jt]sx?|mdx?)$/.test(file) && !/\.d\.ts$/.test(file);
}

/**
 * The stand-alone pages: `index.tsx` is `/`, `guides/start.md` and `guides/start.jsx` are `/guides/start`. As with
 * documents, names that start with `_` are no pages; neither are tests, styles and anything else that is no page
 * source, nor drafts. Each may be translated in `translatedDir`.
 */
export async function readPages(
  pagesDir: string,
  options: PagesOptions,
  translatedDir?: string,
  generatedDir?: string,
): Promise<{ pages: StandalonePage[]; audiences: Map<string, Declared[]>; problems: Problem[] }> {
  const ownFiles = folderTree(pagesDir).files.filter(pageMatcher(options));
  const generatedFiles = generatedDir === undefined ? [] : folderTree(generatedDir).files;
  const files = [
    ...ownFiles.map((file) => ({ file, folder: pagesDir })),
    ...generatedFiles.map((file) => ({ file, folder: generatedDir ?? '' })),
  ];
  const problems: Problem[] = [];
  /** By file. */
  const audiences = new Map<string, Declared[]>();
  const pages = await Promise.all(
    files.map(async ({ file, folder }): Promise<StandalonePage | undefined> => {
      const route = joinPath(options.routeBasePath, routeOf(file));
      const own = path.join(folder, file);
      const translated = translatedDir === undefined ? own : pathOnDisk(path.join(translatedDir, file));
      const full = existsSync(translated) ? translated : own;
      const named = {
        file: pathFrom(pagesDir, full),
        // What is said of files of the pages folder is said of generated pages too.
        ...(full === own && folder === pagesDir ? {} : { original: file }),
      };
      if (!/\.mdx?$/.test(file)) {
        const isShells = full === own && isShellPage(file, await readFile(own, 'utf8'), options);
        return { path: route, ...named, kind: isShells ? 'react' : 'component', title: '', description: '' };
      }
      const parsed = parseDoc(await readFile(full));
      const original =
        full === own ? undefined : { parsed: parseDoc(await readFile(own)), file: displayPath(own) };
      audiences.set(named.file, declaredIn({ parsed, file: displayPath(full) }, original));
      problems.push(...parsed.issues.map((issue) => ({ ...issue, file: displayPath(full) })));
      const { slug, draft, unlisted } = parsed.frontMatter;
      if (draft) return undefined;
      const title = parsed.frontMatter.title ?? parsed.contentTitle ?? path.posix.basename(route);
      return {
        path: slug === undefined ? route : joinPath(options.routeBasePath, slug),
        ...named,
        kind: 'markdown',
        title,
        description: parsed.frontMatter.description ?? parsed.excerpt ?? '',
        ...(unlisted ? { unlisted } : {}),
        hideTableOfContents: parsed.frontMatter.hide_table_of_contents,
        tocMinHeadingLevel: parsed.frontMatter.toc_min_heading_level,
        tocMaxHeadingLevel: parsed.frontMatter.toc_max_heading_level,
      };
    }),
  );
  return { pages: pages.filter((page) => page !== undefined), audiences, problems };
}

function routeOf(file: string): string {
  const route = `/${file.replace(/\.[^.]+$/, '')}`;
  return route === '/index' ? '/' : route.replace(/\/index$/, '/');
}
