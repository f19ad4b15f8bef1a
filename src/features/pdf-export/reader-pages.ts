import { buildPageFileUrl, removeBasePath } from '../../model/urls.ts';
import type { GateRequest } from '../../server/gate/gate.ts';
import { readEntryText } from '../../server/release/damaged-file.ts';
import { type Entry, resolveEntry } from '../../server/release/release.ts';
import { findEntryFor } from '../../server/release/views.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import type { PageData, PageFile, SidebarNode } from '../../ui/page-data.ts';
import type { BookPages } from './book-html.ts';
import type { PdfPart } from './pdf-address.ts';
import type { Chapter } from './published-pages.ts';

/** Pages of one PDF. */
const CHAPTER_PAGES_MAX = 100;

/** Pages that a reader may open, and a key that is the same for all readers who see the same. */
export interface ReaderBook {
  title: string;
  chapters: readonly Chapter[];
  pages: BookPages;
  /** Hashes of everything that the PDF is made from, pictures aside: these have a new name with new content. */
  key: string;
}

/** Kinds of pages that have an article. */
const articleKinds: ReadonlySet<string> = new Set<PageData['kind']>(['doc', 'page', 'blog-post']);

/**
 * Collects the page, or the pages of its chapter, for the reader of a request. Every file goes through the look-up of
 * the gate, so a PDF has nothing that the reader couldn't open. Undefined if the page doesn't exist for the reader.
 */
export async function collectReaderBook(
  gate: GateRequest,
  path: string,
  part: PdfPart,
): Promise<ReaderBook | 'too-large' | undefined> {
  const { release, user } = gate;
  const findEntry = async (url: string): Promise<Entry | undefined> => {
    const entry = findEntryFor(user, release, removeBasePath(url, release.basePath) ?? url);
    return entry?.status === 200 ? resolveEntry(entry) : undefined;
  };
  const readPage = async (pagePath: string) => {
    const entry = await findEntry(buildPageFileUrl(pagePath));
    if (entry === undefined) return undefined;
    // The build that wrote the manifest also wrote this file.
    const { page }: PageFile = JSON.parse(await readEntryText(entry));
    return articleKinds.has(page.kind) ? { page, hash: entry.hash } : undefined;
  };
  const start = await readPage(path);
  const document = await findEntry(path);
  if (start === undefined || document === undefined) return undefined;

  const { sidebar, headTitle } = start.page;
  const nodes = sidebar && part === 'chapter' ? await readSidebar(sidebar, findEntry) : undefined;
  const chapter = nodes && findChapter(nodes, start.page.path);
  const chapterPages = chapter
    ? listPages(chapter.items, 0)
    : [{ level: 0, title: headTitle, path: start.page.path }];
  if (chapterPages.length > CHAPTER_PAGES_MAX) return 'too-large';
  const articles = new Map<string, { title: string; html: string }>();
  const hashes = [release.build, release.tag, part, chapter?.title ?? ''];
  const chapters: Chapter[] = [];
  for (const chapterPage of chapterPages) {
    const loadedPage = chapterPage.path === undefined ? undefined : await readPage(chapterPage.path);
    if (loadedPage && chapterPage.path !== undefined)
      articles.set(chapterPage.path, { title: loadedPage.page.headTitle, html: loadedPage.page.html });
    // A link to another site, or to a page without an article, isn't part of the chapter.
    if (!loadedPage && chapterPage.path !== undefined) continue;
    hashes.push(loadedPage?.hash ?? chapterPage.title);
    chapters.push(chapterPage);
  }
  const [head = ''] = (await readEntryText(document)).split('</head>');
  return {
    title: chapter?.title ?? headTitle,
    chapters,
    key: JSON.stringify(hashes),
    pages: {
      language: release.tag,
      styles: (head.match(/<style>.*?<\/style>|<link rel="stylesheet"[^>]*>/gs) ?? []).join('\n'),
      findArticle: (pagePath) => articles.get(pagePath),
      async readFile(url) {
        const entry = await findEntry(url);
        if (entry === undefined) return undefined;
        const { body, file } = entry.variants.identity;
        return { bytes: body ?? (await readRegularFile(file)), type: entry.type };
      },
    },
  };
}

type Sidebar = NonNullable<PageData['sidebar']>;

/** The whole sidebar. A page has its open branches only. */
async function readSidebar(
  { file, items }: Sidebar,
  findEntry: (url: string) => Promise<Entry | undefined>,
): Promise<readonly SidebarNode[]> {
  const entry = file === '' ? undefined : await findEntry(file);
  return entry ? JSON.parse(await readEntryText(entry)) : items;
}

/** The innermost category that has the page, or that the page belongs to. A page without one is a chapter by itself. */
function findChapter(
  nodes: readonly SidebarNode[],
  path: string,
): { title: string; items: readonly SidebarNode[] } | undefined {
  for (const node of nodes) {
    if (node.type !== 'category') continue;
    const inner = findChapter(node.items, path);
    if (inner) return inner;
    const isHere = [node, ...node.items].some(
      (candidate) => candidate.type !== 'html' && candidate.href === path,
    );
    if (isHere) return { title: node.label, items: [node] };
  }
  return undefined;
}

function listPages(nodes: readonly SidebarNode[], level: number): Chapter[] {
  return nodes.flatMap((node): Chapter[] => {
    if (node.type === 'html') return [];
    const { label: title, href: path } = node;
    if (node.type !== 'category') return path === undefined ? [] : [{ level, title, path }];
    return [{ level, title, path }, ...listPages(node.items, level + 1)];
  });
}
