import path from 'node:path';
import { english as texts } from '../../src/config/texts.ts';
import type { Article } from '../../src/markdown/article.ts';
import { createCompiler } from '../../src/markdown/compiler.ts';
import { createEmptyOwnersCode } from '../../src/markdown/owners-code.ts';
import { liveParts } from '../../src/ui/live/parts.ts';
import siteComponents from '../src/reference/index.ts';

const siteDir = path.resolve(import.meta.dirname, '..');

/** Compiles a document that uses the project's own reference data; `pages` exist besides it. */
export async function compileWithReference(
  source: string,
  { file = 'page.md', pages = [] }: { file?: string; pages?: readonly string[] } = {},
): Promise<Article> {
  const paths = new Map([...pages, file].map((item) => [item, `/docs/${item.replace(/\.mdx?$/, '')}`]));
  const compiler = createCompiler({
    ...createEmptyOwnersCode(siteDir),
    docsDir: path.join(siteDir, 'docs'),
    siteDir,
    staticDirs: [],
    boundary: { roots: [siteDir], privateFolders: [] },
    format: 'mdx',
    components: siteComponents,
    liveParts,
    texts,
    findDocPath: (name) => paths.get(name),
    listCards: () => [],
    renderLive: (_name, _props, slots = []) => slots.join('\n'),
  });
  const document = {
    id: 'page',
    path: paths.get(file) ?? '/docs/page',
    file,
    title: 'Page',
    hideTableOfContents: false,
    tocMinHeadingLevel: 2,
    tocMaxHeadingLevel: 3,
    frontMatter: {},
  };
  return compiler.compile(document, source);
}
