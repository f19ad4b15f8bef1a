import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { StandalonePage } from '../model/site.ts';
import type { Problem } from '../shared/problem.ts';
import { type Declared, declaredIn } from './audiences.ts';
import { parseDoc } from './parsed-doc.ts';
import { isShellPage } from './shell-page.ts';

/**
 * The stand-alone pages: `index.tsx` is `/`, `guides/start.md` and `guides/start.jsx` are `/guides/start`. As with
 * documents, names that start with `_` are no pages; neither are tests, styles and anything else that is no page
 * source. One in Markdown may be translated in `translatedDir`.
 */
export async function readPages(
  pagesDir: string,
  shown: (file: string) => string,
  translatedDir?: string,
): Promise<{ pages: StandalonePage[]; audiences: Map<string, Declared[]>; problems: Problem[] }> {
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
  /** By file. */
  const audiences = new Map<string, Declared[]>();
  const pages = await Promise.all(
    files.map(async (file): Promise<StandalonePage> => {
      const route = routeOf(file);
      const own = path.join(pagesDir, file);
      if (!/\.mdx?$/.test(file)) {
        const kind = isShellPage(file, await readFile(own, 'utf8')) ? 'react' : 'component';
        return { path: route, file, kind, title: '', description: '' };
      }
      const translated = translatedDir === undefined ? own : path.join(translatedDir, file);
      const full = existsSync(translated) ? translated : own;
      const parsed = parseDoc(await readFile(full));
      const named = path.relative(pagesDir, full).split(path.sep).join('/');
      const original = full === own ? undefined : { parsed: parseDoc(await readFile(own)), file: shown(own) };
      audiences.set(named, declaredIn({ parsed, file: shown(full) }, original));
      problems.push(...parsed.issues.map((issue) => ({ ...issue, file: shown(full) })));
      const slug = parsed.frontMatter.slug;
      const title = parsed.frontMatter.title ?? parsed.contentTitle ?? path.posix.basename(route);
      return {
        path: slug?.startsWith('/') ? slug : route,
        file: named,
        kind: 'markdown',
        title,
        description: parsed.frontMatter.description ?? parsed.excerpt ?? '',
        hideTableOfContents: parsed.frontMatter.hide_table_of_contents,
        tocMinHeadingLevel: parsed.frontMatter.toc_min_heading_level,
        tocMaxHeadingLevel: parsed.frontMatter.toc_max_heading_level,
      };
    }),
  );
  return { pages, audiences, problems };
}

function routeOf(file: string): string {
  const route = `/${file.replace(/\.[^.]+$/, '')}`;
  return route === '/index' ? '/' : route.replace(/\/index$/, '/');
}
