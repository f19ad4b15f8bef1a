import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { english as texts } from '../src/config/texts.ts';
import type { Article } from '../src/markdown/article.ts';
import { createCompiler } from '../src/markdown/compiler.ts';
import type { ArticleCard, CompileContext, DocumentToCompile } from '../src/markdown/context.ts';
import { type CompilerExtension, listExtensionParts } from '../src/markdown/extensions.ts';
import { createEmptyOwnersCode } from '../src/markdown/owners-code.ts';
import { liveParts } from '../src/ui/live/parts.ts';
import { renderLive } from '../src/ui/live/render-live.tsx';

export interface Project
  extends Partial<
    Pick<
      CompileContext,
      | 'basePath'
      | 'rootPath'
      | 'format'
      | 'texts'
      | 'markdown'
      | 'code'
      | 'usesInfima'
      | 'lenient'
      | 'components'
      | 'liveParts'
      | 'renderLive'
      | 'forPreview'
      | 'groups'
      | 'listCardsOfSome'
      | 'getSidebar'
      | 'globals'
      | 'getCodeVersion'
      | 'loadCode'
    >
  > {
  /** Additions of features, by default none. */
  extensions?: readonly CompilerExtension[];
  /** Path from the project's folder → content. Documents are in `docs/`. */
  files?: Record<string, string | Uint8Array>;
  /** File in the docs folder → permalink, besides the document itself. */
  docs?: Record<string, string>;
  cards?: ArticleCard[];
  document?: Partial<DocumentToCompile>;
}

/** Compiles one document of a project on disk, by default `docs/page.md` at `/docs/page`. */
export async function compile(
  source: string,
  { files = {}, docs, cards = [], document: documentChanges, extensions = [], ...settings }: Project = {},
): Promise<Article> {
  const siteDir = mkdtempSync(path.join(tmpdir(), 'markdown-'));
  onTestFinished(() => rmSync(siteDir, { recursive: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(siteDir, file)), { recursive: true });
    writeFileSync(path.join(siteDir, file), content);
  }
  const document = { ...plainDocument, ...documentChanges };
  const paths: Record<string, string> = { [document.file]: document.path, ...docs };
  const compiler = createCompiler({
    ...createEmptyOwnersCode(siteDir),
    docsDir: path.join(siteDir, 'docs'),
    siteDir,
    staticDirs: [path.join(siteDir, 'static')],
    boundary: { roots: [realpathSync(siteDir)], privateFolders: [] },
    format: 'mdx',
    findDocPath: (file) => paths[file],
    listCards: () => cards,
    extensions: extensions.map((extension) => ({ ...extension, feature: 'tested' })),
    liveParts: [...listExtensionParts(extensions), ...liveParts],
    texts,
    renderLive,
    ...settings,
  });
  return compiler.compile(document, source);
}

const plainDocument: DocumentToCompile = {
  id: 'page',
  path: '/docs/page',
  file: 'page.md',
  title: 'Page',
  hideTableOfContents: false,
  tocMinHeadingLevel: 2,
  tocMaxHeadingLevel: 3,
  frontMatter: {},
};

/** A PNG of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
