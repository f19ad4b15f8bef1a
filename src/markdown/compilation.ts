import { hash } from 'node:crypto';
import path from 'node:path';
import type { Properties } from 'hast';
import type { Nodes } from 'mdast';
import { atBasePath } from '../model/urls.ts';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import { explainRefusal } from '../shared/site-boundary.ts';
import type { Asset } from './article.ts';
import { type AssetStore, assetUrl, type FileUse, type RefusedFile, type StoredFile } from './asset-store.ts';
import type { ArticleCard, CompileContext, DocumentToCompile } from './context.ts';
import { DependencyLog } from './dependencies.ts';
import type { Ask } from './modules/asks.ts';
import type { PageFacts } from './modules/page-facts.ts';
import { placeIn, type SidebarPlace } from './modules/sidebar-facts.ts';
import { type MarkdownSettings, plainSettings } from './plugins/markdown-settings.ts';
import type { DocumentParts } from './tree/cut-parts.ts';

/**
 * How a document is read that cannot be compiled, where its owner wants it published all the same. Each is tried after
 * the one before: components that are not there show their children; code is shown, not run; all is plain Markdown.
 */
export const leniencies = ['children', 'source', 'text'] as const;
type Leniency = (typeof leniencies)[number];

/** What comes together while one document and everything it imports is compiled. */
export interface Compilation {
  context: CompileContext;
  document: DocumentToCompile;
  settings: MarkdownSettings;
  store: AssetStore;
  problems: Problem[];
  dependencies: DependencyLog;
  assets: Map<string, Asset>;
  /** See `SiteComponentHost`. */
  said: Map<string, string>;
  /** Absent: what cannot be compiled is an error. */
  leniency?: Leniency | undefined;
  /** Something in it fails when it is rendered: each component is rendered by itself, to see which. */
  byParts?: boolean | undefined;
  parts: DocumentParts;
  /** Cards are those of the scope that the document is compiled for; absent: those that all of its readers see. */
  cardsByScope?: boolean | undefined;
  /** What its code asks of the page. */
  asks: Set<Ask>;
  /** Known once its code was loaded. */
  contents?: Pick<PageFacts['page'], 'toc' | 'contentTitle'> | undefined;
  /** Files being compiled, outermost first: an import of one of them would never end. */
  open: string[];
}

export type Position = { line?: number | undefined; column?: number | undefined } | undefined;

export function startCompilation(
  context: CompileContext,
  document: DocumentToCompile,
  store: AssetStore,
  {
    shown,
    ...how
  }: Pick<Compilation, 'leniency' | 'byParts' | 'cardsByScope'> & Pick<DocumentParts, 'shown'> = {},
): Compilation {
  const settings = context.markdown?.[document.settings ?? ''] ?? plainSettings;
  return {
    context,
    document,
    // As a text, nothing that could fail is run over it.
    settings: how.leniency === 'text' ? { ...plainSettings, admonitions: settings.admonitions } : settings,
    ...how,
    store,
    problems: [],
    dependencies: new DependencyLog(),
    assets: new Map(),
    said: new Map(),
    parts: { audiences: new Map(), shown },
    asks: new Set(),
    open: [],
  };
}

/** One Markdown file of the compilation: the document itself, or one that it imports. */
export interface FileScope {
  compilation: Compilation;
  /** Absolute. */
  file: string;
  /** Line in the file for a line of the parsed text. */
  fileLine(line: number): number;
  report(code: string, message: string, position?: Position, severity?: Problem['severity']): void;
}

export function openFile(
  compilation: Compilation,
  file: string,
  fileLine: (line: number) => number,
): FileScope {
  return {
    compilation,
    file,
    fileLine,
    report(code, message, position, severity = 'error') {
      compilation.problems.push({
        code,
        severity,
        file: shownPath(compilation.context, file),
        line: position?.line === undefined ? undefined : fileLine(position.line),
        column: position?.column,
        message,
      });
    },
  };
}

/** Where a link or picture stands, as `data-…` properties that the last step reads and removes: in the document only. */
export function positionData({ position }: Pick<Nodes, 'position'>, scope: FileScope): Properties {
  if (!position || scope.compilation.open.length > 0) return {};
  return { dataLine: scope.fileLine(position.start.line), dataColumn: position.start.column };
}

/** As the user knows it: relative to the folder that holds the docs folder. */
export function shownPath(context: CompileContext, file: string): string {
  return displayPath(file, context.siteDir);
}

/** Looks a file up, and remembers that it was looked for, whether it's there or not. */
export function lookUp(
  compilation: Compilation,
  file: string,
  use: FileUse,
): StoredFile | RefusedFile | undefined {
  const stored = compilation.store.read(file, use);
  compilation.dependencies.file(file, stored && !isRefused(stored) ? stored.hash : null);
  return stored;
}

export function isRefused(file: StoredFile | RefusedFile): file is RefusedFile {
  return 'refusal' in file;
}

/** The first of these files that exists, or a refusal, which is reported where the file is named. */
export function takeFile(
  scope: FileScope,
  candidates: readonly string[],
  use: FileUse,
  written: string,
  position: Position,
): StoredFile | 'refused' | undefined {
  for (const file of candidates) {
    const stored = lookUp(scope.compilation, file, use);
    if (stored === undefined) continue;
    if (!isRefused(stored)) return stored;
    scope.report('file-outside-site', explainRefusal(stored.refusal, written, file), position);
    return 'refused';
  }
  return undefined;
}

/** Makes a file part of the site and answers its address. */
export function publish(compilation: Compilation, stored: StoredFile): string {
  const url = atBasePath(stored.url, compilation.context.rootPath ?? '/');
  compilation.assets.set(url, { file: stored.file, url });
  return url;
}

/** Makes a file of this text part of the site and answers its address. */
export function publishText(compilation: Compilation, name: string, text: string): string {
  const url = atBasePath(assetUrl(name, hash('sha256', text)), compilation.context.rootPath ?? '/');
  compilation.assets.set(url, { url, text });
  return url;
}

/** Candidates for a file that Markdown names by an address: `@site/…`, `/…` in the static folders, or relative. */
function assetCandidates(scope: FileScope, address: string): string[] {
  const { context } = scope.compilation;
  if (address.startsWith('@site/')) return [path.join(context.siteDir, address.slice('@site/'.length))];
  if (address.startsWith('/')) return context.staticDirs.map((folder) => path.join(folder, address));
  return [path.join(path.dirname(scope.file), address)];
}

export function findAsset(
  scope: FileScope,
  address: string,
  position: Position,
): StoredFile | 'refused' | undefined {
  return takeFile(scope, assetCandidates(scope, address), 'publish', address, position);
}

/** Code of the owner's becomes part of what the document is made from; undefined where there is none. */
export function takeCode(
  { context, dependencies, document, asks }: Compilation,
  id: string,
): string | undefined {
  const version = dependencies.ask('code', context, id);
  if (version === undefined) return undefined;
  dependencies.ask('facts', context, document.id);
  for (const ask of context.asksOf(id)) asks.add(ask);
  return version;
}

/** Cards for the document as those see it for whom it is compiled: who sees more of them is a part of its readers. */
export function cardsAround(compilation: Compilation): readonly ArticleCard[] {
  const { context, dependencies, document } = compilation;
  const ofAll = dependencies.ask('cards', context, document.id);
  return asSeen(compilation)?.cards ?? ofAll;
}

/** What the document's readers see of the part of the sidebar in which it stands, where some see more than all. */
function asSeen({ context, dependencies, document, parts, cardsByScope }: Compilation) {
  const ofSome = cardsByScope ? dependencies.ask('cardsOfSome', context, document.id) : undefined;
  if (!ofSome) return undefined;
  const named = ofSome.audiences.map((audience) => [JSON.stringify(audience), audience] as const);
  for (const [key, audience] of named) parts.audiences.set(key, audience);
  const way = named.map(([key]) => (parts.shown === undefined || parts.shown.has(key) ? '1' : '0')).join('');
  return { cards: ofSome.cards[way], items: ofSome.items[way] };
}

/** Where the document stands in its sidebar, for whom it is compiled. */
export function placeOf(compilation: Compilation): SidebarPlace {
  const { context, dependencies, document } = compilation;
  const place = placeIn(dependencies.ask('sidebar', context, document.id), document.path);
  const items = asSeen(compilation)?.items;
  if (!items) return place;
  return { category: place.category && { ...place.category, items }, siblings: items };
}

/** What hooks answer on the page that is compiled. */
export function pageFacts(compilation: Compilation): PageFacts {
  const { context, document, dependencies, asks } = compilation;
  const facts = context.facts(document.id);
  const { docId } = facts.page;
  const { path: permalink, title, frontMatter } = document;
  const description = typeof frontMatter.description === 'string' ? frontMatter.description : undefined;
  return {
    ...facts,
    page: {
      ...{ path: permalink, title, docId, description, frontMatter },
      ...(asks.has('document') && docId !== undefined
        ? { document: dependencies.ask('metadata', context, document.id), ...compilation.contents }
        : {}),
    },
    ...(facts.sidebar ? { sidebar: sidebarFacts(facts.sidebar.name, compilation, facts) } : {}),
    ...(asks.has('sidebars') ? { sidebars: dependencies.ask('sidebars', context, document.id) } : {}),
    ...(asks.has('docs') ? { docs: dependencies.ask('allDocs', context, document.id) } : {}),
  };
}

function sidebarFacts(
  name: string,
  compilation: Compilation,
  { version }: PageFacts,
): NonNullable<PageFacts['sidebar']> {
  const { context, dependencies, document, asks } = compilation;
  const items = asks.has('sidebar') ? dependencies.ask('sidebar', context, document.id) : [];
  if (!asks.has('siblings')) return { name, items };
  const versions = version
    ? dependencies.ask('allDocs', context, document.id)[version.pluginId]?.versions
    : undefined;
  const docs = versions?.find((one) => one.name === version?.version)?.docs ?? [];
  const descriptions = docs.flatMap(({ id, sidebar, description }) =>
    sidebar === name && description ? [[id, description] as const] : [],
  );
  return {
    name,
    items,
    place: placeOf(compilation),
    cards: cardsAround(compilation).map(({ href, title, description }) => ({ href, title, description })),
    descriptions: Object.fromEntries(descriptions),
  };
}
