import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { StandalonePage } from '../model/site.ts';
import type { Problem } from '../shared/problem.ts';
import { parseDoc } from './parsed-doc.ts';
import { isShellPage } from './shell-page.ts';

/**
 * The stand-alone pages: `index.tsx` is `/`, `guides/start.md` and `guides/start.jsx` are `/guides/start`. As with documents, names
 * that start with `_` are no pages; neither are tests, styles and anything else that is no page source.
 */
export async function readPages(
  pagesDir: string,
  shown: (file: string) => string,
): Promise<{ pages: StandalonePage[]; problems: Problem[] }> {
  const entries = await readdir(pagesDir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(pagesDir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    )
    .filter(
      (file) =>
        /\.(?:[jt]sx?|mdx?)$/.test(file) &&
        !/\.(?:test|d)\.[jt]sx?$|(?:^|\/)__tests__\//.test(file) &&
        !/(?:^|\/)[_.]/.test(file),
    )
    .sort();
  const problems: Problem[] = [];
  const pages = await Promise.all(
    files.map(async (file): Promise<StandalonePage> => {
      const route = routeOf(file);
      const full = path.join(pagesDir, file);
      if (!/\.mdx?$/.test(file)) {
        const kind = isShellPage(file, await readFile(full, 'utf8')) ? 'react' : 'component';
        return { path: route, file, kind, title: '', description: '' };
      }
      const parsed = parseDoc(await readFile(full));
      problems.push(...parsed.issues.map((issue) => ({ ...issue, file: shown(full) })));
      const slug = parsed.frontMatter.slug;
      const title = parsed.frontMatter.title ?? parsed.contentTitle ?? path.posix.basename(route);
      return {
        path: slug?.startsWith('/') ? slug : route,
        file,
        kind: 'markdown',
        title,
        description: parsed.frontMatter.description ?? parsed.excerpt ?? '',
      };
    }),
  );
  return { pages, problems };
}

function routeOf(file: string): string {
  const route = `/${file.replace(/\.[^.]+$/, '')}`;
  return route === '/index' ? '/' : route.replace(/\/index$/, '/');
}
