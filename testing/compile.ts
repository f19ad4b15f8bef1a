import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Article } from '../src/markdown/article.ts';
import { createCompiler } from '../src/markdown/compiler.ts';
import type { ArticleCard, CompileContext, DocumentToCompile } from '../src/markdown/context.ts';

export interface Project extends Partial<Pick<CompileContext, 'format' | 'components' | 'forPreview'>> {
  /** Path from the project's folder → content. Documents lie under `docs/`. */
  files?: Record<string, string | Uint8Array>;
  /** File in the docs folder → permalink, besides the document itself. */
  docs?: Record<string, string>;
  cards?: ArticleCard[];
  document?: Partial<DocumentToCompile>;
}

/** Compiles one document of a project on disk. It is `docs/page.md` at `/docs/page` unless told otherwise. */
export async function compile(
  source: string,
  { files = {}, docs, cards = [], document: own, ...settings }: Project = {},
): Promise<Article> {
  const siteDir = mkdtempSync(path.join(tmpdir(), 'markdown-'));
  onTestFinished(() => rmSync(siteDir, { recursive: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(siteDir, file)), { recursive: true });
    writeFileSync(path.join(siteDir, file), content);
  }
  const document = { ...plainDocument, ...own };
  const paths: Record<string, string> = { [document.file]: document.path, ...docs };
  const compiler = createCompiler({
    docsDir: path.join(siteDir, 'docs'),
    siteDir,
    staticDirs: [path.join(siteDir, 'static')],
    format: 'mdx',
    brokenLinks: 'fail',
    docPath: (file) => paths[file],
    cards: () => cards,
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

/** The markup of the real live parts, as far as it is agreed with the compiler. */
export function renderLive(
  name: string,
  props: Record<string, unknown>,
  slots: readonly string[] = [],
): string {
  if (name === 'Mermaid') return slots.join('');
  if (name !== 'Tabs') throw new Error(`No live part is called ${name}.`);
  const { items, selected } = props as { items: { value: string; label: string }[]; selected: string };
  const tabs = items.map(
    ({ value, label }) => `<li role="tab" aria-selected="${value === selected}">${label}</li>`,
  );
  const panels = items.map(
    ({ value }, index) =>
      `<div role="tabpanel"${value === selected ? '' : ' hidden=""'}>${slots[index] ?? ''}</div>`,
  );
  return `<div class="tabs-container"><ul role="tablist" class="tabs">${tabs.join('')}</ul><div class="tabs-panels">${panels.join('')}</div></div>`;
}

/** A PNG of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
