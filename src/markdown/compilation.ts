import { hash } from 'node:crypto';
import path from 'node:path';
import type { Properties } from 'hast';
import type { Nodes } from 'mdast';
import type { Ask } from '../docusaurus/theme/asks.ts';
import type { PageFacts } from '../docusaurus/theme/page-facts.ts';
import { findPlace, type SidebarPlace } from '../docusaurus/theme/sidebar-facts.ts';
import { joinBasePath } from '../model/urls.ts';
import { displayPath } from '../shared/file-paths.ts';
import { suggestOtherCase } from '../shared/path-on-disk.ts';
import type { Problem } from '../shared/problem.ts';
import { explainRefusal } from '../shared/site-boundary.ts';
import type { Asset } from './article.ts';
import {
  type AssetStore,
  buildAssetUrl,
  type FileUse,
  type RefusedFile,
  type StoredFile,
} from './asset-store.ts';
import type { ArticleCard, CompileContext, DocumentToCompile } from './context.ts';
import { DependencyLog } from './dependencies.ts';
import { type MarkdownSettings, plainSettings } from './plugins/markdown-settings.ts';
import type { DocumentParts } from './tree/cut-parts.ts';

/**
 * Ways to read a document with errors, for owners who publish it anyway. They are tried in this order: missing
 * components show their children; code is shown instead of run; everything is plain Markdown.
 */
export const leniencyLevels = ['children', 'source', 'text'] as const;
type Leniency = (typeof leniencyLevels)[number];

/** The state while one document is compiled together with everything it imports. */
export interface Compilation {
  context: CompileContext;
  document: DocumentToCompile;
  settings: MarkdownSettings;
  store: AssetStore;
  problems: Problem[];
  dependencies: DependencyLog;
  assets: Map<string, Asset>;
  /** Rules that components of the engine need, by themselves. */
  styles: Map<string, string>;
  /** Ids of the explanations of terms, by what they explain. */
  explanations: Map<string, string>;
  /** How many names components have been given so far. */
  nameCount: number;
  /** Statements of components in this document, by name. See `SiteComponentHost`. */
  statementsByName: Map<string, string>;
  /** Undefined: errors aren't tolerated. */
  leniency?: Leniency | undefined;
  /** Set if rendering failed before. Each component is then rendered by itself to find the one that fails. */
  byParts?: boolean | undefined;
  parts: DocumentParts;
  /** Whether cards depend on the reader's scope. Otherwise they show what all readers see. */
  cardsByScope?: boolean | undefined;
  /** Facts about the page that its code asks for. */
  asks: Set<Ask>;
  /** Set once the document's code is loaded. */
  contents?: Pick<PageFacts['page'], 'toc' | 'contentTitle'> | undefined;
  /** Files being compiled, outermost first, to detect circular imports. */
  openFiles: string[];
  /** Whether documents are being loaded that a path may mean which is only partly known. */
  loadsPattern?: boolean;
}

export type Position = { line?: number | undefined; column?: number | undefined } | undefined;

export function startCompilation(
  context: CompileContext,
  document: DocumentToCompile,
  store: AssetStore,
  {
    shownAudiences,
    ...options
  }: Pick<Compilation, 'leniency' | 'byParts' | 'cardsByScope'> & Pick<DocumentParts, 'shownAudiences'> = {},
): Compilation {
  const settings = context.markdown?.[document.settings ?? ''] ?? plainSettings;
  return {
    context,
    document,
    // Plain text needs no plugin, and plugins could fail again.
    settings:
      options.leniency === 'text' ? { ...plainSettings, admonitions: settings.admonitions } : settings,
    ...options,
    store,
    problems: [],
    dependencies: new DependencyLog(),
    assets: new Map(),
    styles: new Map(),
    explanations: new Map(),
    nameCount: 0,
    statementsByName: new Map(),
    parts: { audiences: new Map(), written: [], shownAudiences },
    asks: new Set(),
    openFiles: [],
  };
}

/** One Markdown file of a compilation: the document itself, or a file that it imports. */
export interface FileScope {
  compilation: Compilation;
  /** Absolute path. */
  file: string;
  /** Converts a line of the parsed text to a line of the file. */
  toFileLine(line: number): number;
  report(code: string, message: string, position?: Position, severity?: Problem['severity']): void;
}

export function openScope(
  compilation: Compilation,
  file: string,
  toFileLine: (line: number) => number,
): FileScope {
  return {
    compilation,
    file,
    toFileLine,
    report(code, message, position, severity = 'error') {
      compilation.problems.push({
        code,
        severity,
        file: toDisplayPath(compilation.context, file),
        line: position?.line === undefined ? undefined : toFileLine(position.line),
        column: position?.column,
        message,
      });
    },
  };
}

/**
 * The position of a link or picture as `data-…` properties, which the last step removes. Only for the document itself.
 */
export function describePosition({ position }: Pick<Nodes, 'position'>, scope: FileScope): Properties {
  if (!position || scope.compilation.openFiles.length > 0) return {};
  return { dataLine: scope.toFileLine(position.start.line), dataColumn: position.start.column };
}

/** The path that users know, relative to the folder that holds the docs folder. */
export function toDisplayPath(context: CompileContext, file: string): string {
  return displayPath(file, context.siteDir);
}

/** Looks a file up and records the lookup as a dependency, whether the file exists or not. */
export function lookUp(
  compilation: Compilation,
  file: string,
  use: FileUse,
): StoredFile | RefusedFile | undefined {
  const storedFile = compilation.store.read(file, use);
  compilation.dependencies.file(file, storedFile && !isRefused(storedFile) ? storedFile.hash : null);
  return storedFile;
}

export function isRefused(file: StoredFile | RefusedFile): file is RefusedFile {
  return 'refusal' in file;
}

/** Returns the first of these files that exists. A file that must not be used is reported at `position`. */
export function takeFile(
  scope: FileScope,
  candidates: readonly string[],
  use: FileUse,
  pathAsWritten: string,
  position: Position,
): StoredFile | 'refused' | undefined {
  for (const file of candidates) {
    const storedFile = lookUp(scope.compilation, file, use);
    if (storedFile === undefined) continue;
    if (!isRefused(storedFile)) return storedFile;
    scope.report('file-outside-site', explainRefusal(storedFile.refusal, pathAsWritten, file), position);
    return 'refused';
  }
  return undefined;
}

/** Makes a file part of the site and returns its address. */
export function publishFile(compilation: Compilation, storedFile: StoredFile): string {
  const url = joinBasePath(storedFile.url, compilation.context.rootPath ?? '/');
  compilation.assets.set(url, { file: storedFile.file, url });
  return url;
}

/** Makes a file with this text part of the site and returns its address. */
export function publishText(compilation: Compilation, name: string, text: string): string {
  const url = joinBasePath(buildAssetUrl(name, hash('sha256', text)), compilation.context.rootPath ?? '/');
  compilation.assets.set(url, { url, text });
  return url;
}

/** Lists the possible files for an address in Markdown: `@site/…`, `/…` in the static folders, or a relative path. */
function listAssetCandidates(scope: FileScope, address: string): string[] {
  const { context } = scope.compilation;
  if (address.startsWith('@site/')) return [path.join(context.siteDir, address.slice('@site/'.length))];
  if (address.startsWith('/')) return context.staticDirs.map((folder) => path.join(folder, address));
  return [path.join(path.dirname(scope.file), address)];
}

/** Suggests the address of a missing file that differs only in upper and lower case: see `suggestOtherCase`. */
export function suggestAsset(scope: FileScope, address: string): string {
  return suggestOtherCase(address, listAssetCandidates(scope, address));
}

export function findAsset(
  scope: FileScope,
  address: string,
  position: Position,
): StoredFile | 'refused' | undefined {
  return takeFile(scope, listAssetCandidates(scope, address), 'publish', address, position);
}

/** Records the owner's code as a dependency and returns its version. Undefined if there is none. */
export function takeCode(
  { context, dependencies, document, asks }: Compilation,
  id: string,
): string | undefined {
  const version = dependencies.ask('code', context, id);
  if (version === undefined) return undefined;
  dependencies.ask('facts', context, document.id);
  for (const ask of context.getAsks(id)) asks.add(ask);
  return version;
}

/** The cards around the document for the audience that it's compiled for. */
export function listCardsAround(compilation: Compilation): readonly ArticleCard[] {
  const { context, dependencies, document } = compilation;
  const cardsForAll = dependencies.ask('cards', context, document.id);
  return findScopedCards(compilation)?.cards ?? cardsForAll;
}

/** The part of the sidebar around the document, if some readers see more of it than others. */
function findScopedCards({ context, dependencies, document, parts, cardsByScope }: Compilation) {
  const cardsOfSome = cardsByScope ? dependencies.ask('cardsOfSome', context, document.id) : undefined;
  if (!cardsOfSome) return undefined;
  const audienceKeys = cardsOfSome.audiences.map((audience) => [JSON.stringify(audience), audience] as const);
  for (const [key, audience] of audienceKeys) parts.audiences.set(key, audience);
  const variantKey = audienceKeys
    .map(([key]) => (parts.shownAudiences === undefined || parts.shownAudiences.has(key) ? '1' : '0'))
    .join('');
  return { cards: cardsOfSome.cards[variantKey], items: cardsOfSome.items[variantKey] };
}

/** The place of the document in its sidebar, for the audience that it's compiled for. */
export function findSidebarPlace(compilation: Compilation): SidebarPlace {
  const { context, dependencies, document } = compilation;
  const place = findPlace(dependencies.ask('sidebar', context, document.id), document.path);
  const items = findScopedCards(compilation)?.items;
  if (!items) return place;
  return { category: place.category && { ...place.category, items }, siblings: items };
}

/** Collects the facts that hooks return on the compiled page. */
export function collectHookFacts(compilation: Compilation): PageFacts {
  const { context, document, dependencies, asks } = compilation;
  const facts = context.getPageFacts(document.id);
  const { docId } = facts.page;
  const { path: permalink, title, frontMatter } = document;
  const description = typeof frontMatter.description === 'string' ? frontMatter.description : undefined;
  return {
    ...facts,
    page: {
      ...{ path: permalink, title, docId, description, frontMatter },
      ...(asks.has('document') && docId !== undefined
        ? { document: dependencies.ask('metadata', context, document.id) }
        : {}),
      ...(asks.has('document') && (docId ?? facts.blogId) !== undefined ? compilation.contents : {}),
    },
    ...(facts.sidebar ? { sidebar: collectSidebarFacts(facts.sidebar.name, compilation, facts) } : {}),
    ...(asks.has('sidebars') ? { sidebars: dependencies.ask('sidebars', context, document.id) } : {}),
    ...(asks.has('docs') ? { docs: dependencies.ask('allDocs', context, document.id) } : {}),
    ...(asks.has('blogs') ? { blogs: dependencies.ask('blogs', context, document.id) } : {}),
  };
}

function collectSidebarFacts(
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
  const docs = versions?.find((candidate) => candidate.name === version?.version)?.docs ?? [];
  const descriptions = docs.flatMap(({ id, sidebar, description }) =>
    sidebar === name && description ? [[id, description] as const] : [],
  );
  return {
    name,
    items,
    place: findSidebarPlace(compilation),
    cards: listCardsAround(compilation).map(({ href, title, description }) => ({ href, title, description })),
    descriptions: Object.fromEntries(descriptions),
  };
}
