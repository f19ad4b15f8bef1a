import { readAudience } from '../../config/audience.ts';
import type { BaseDoc } from '../documents/base-doc.ts';
import { compareCodeUnits } from '../documents/read-docs.ts';
import { getLastSegment, type PrefixParser, rankIndexFile } from '../links/permalinks.ts';
import type {
  CategoryLink,
  CategoryMetadata,
  ConfigCategory,
  ConfigDoc,
  ConfigItem,
} from './sidebar-items.ts';

/** A folder: documents by file name, folders by name. */
interface Folder {
  docs: Map<string, BaseDoc>;
  folders: Map<string, Folder>;
}

/** An item with its sort keys. */
interface Positioned<Item extends ConfigItem = ConfigItem> {
  item: Item;
  position: number | undefined;
  /** Name of the file or folder on disk. */
  source: string;
}

/**
 * Generates the items of a folder from its files, folders and category files. `.` is the docs folder. The page of
 * a category is the document in its folder for which `rankIndex` returns the lowest number.
 */
export function generateSidebar(
  dirName: string,
  docs: readonly BaseDoc[],
  categories: ReadonlyMap<string, CategoryMetadata>,
  splitNumberPrefix: PrefixParser,
  rankIndex: RankIndex = rankIndexFile,
): ConfigItem[] {
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const within = docs.filter(
    ({ folder }) => dirName === '.' || folder === dirName || folder.startsWith(`${dirName}/`),
  );
  return sortItems(
    positionItems(buildTree(within, dirName), dirName, { categories, byId, splitNumberPrefix, rankIndex }),
  );
}

function buildTree(docs: readonly BaseDoc[], dirName: string): Folder {
  const root: Folder = { docs: new Map(), folders: new Map() };
  for (const doc of docs) {
    let folder = root;
    const folderBelow = dirName === '.' ? doc.folder : doc.folder.slice(dirName.length + 1);
    const segments = doc.folder === dirName ? [] : folderBelow.split('/');
    for (const segment of segments) {
      const next = folder.folders.get(segment) ?? { docs: new Map(), folders: new Map() };
      folder.folders.set(segment, next);
      folder = next;
    }
    folder.docs.set(getLastSegment(doc.file), doc);
  }
  return root;
}

type ById = ReadonlyMap<string, BaseDoc>;

type RankIndex = (doc: BaseDoc) => number | undefined;

interface SidebarContext {
  categories: ReadonlyMap<string, CategoryMetadata>;
  byId: ById;
  splitNumberPrefix: PrefixParser;
  rankIndex: RankIndex;
}

function positionItems(folder: Folder, dir: string, context: SidebarContext): Positioned[] {
  return [
    ...[...folder.docs].map(([name, doc]) => positionDoc(doc, name)),
    ...[...folder.folders].map(([name, below]) =>
      positionCategory(below, name, dir === '.' ? name : `${dir}/${name}`, context),
    ),
  ];
}

function positionDoc(doc: BaseDoc, source: string): Positioned<ConfigDoc> {
  const { sidebar_key, sidebar_label: label, sidebar_class_name, sidebar_custom_props } = doc.frontMatter;
  const item: ConfigDoc = {
    type: 'doc',
    id: doc.id,
    key: sidebar_key,
    label,
    className: sidebar_class_name,
    customProps: sidebar_custom_props,
  };
  return { item, position: doc.sidebarPosition, source };
}

function positionCategory(
  folder: Folder,
  name: string,
  dir: string,
  context: SidebarContext,
): Positioned<ConfigCategory> {
  const metadata = context.categories.get(dir);
  const items = positionItems(folder, dir, context);
  const page = findCategoryDoc(metadata?.link, folder, context);
  const link: CategoryLink | null | undefined =
    page === undefined ? metadata?.link : { type: 'doc', id: typeof page === 'string' ? page : page.id };
  const doc = typeof page === 'string' ? undefined : page;
  const nameParts = context.splitNumberPrefix(name);
  const item: ConfigCategory = {
    type: 'category',
    key: metadata?.key ?? doc?.frontMatter.sidebar_key,
    label: metadata?.label ?? doc?.frontMatter.sidebar_label ?? doc?.title ?? nameParts.name,
    description: metadata?.description,
    collapsible: metadata?.collapsible,
    collapsed: metadata?.collapsed,
    customProps: metadata?.customProps ?? doc?.frontMatter.sidebar_custom_props,
    className: metadata?.className ?? doc?.frontMatter.sidebar_class_name,
    audience: metadata?.audience && [...readAudience(metadata.audience).names],
    items: sortItems(items.filter(({ item }) => !(item.type === 'doc' && item.id === doc?.id))),
    link: link ?? undefined,
  };
  return { item, position: metadata?.position ?? doc?.sidebarPosition ?? nameParts.position, source: name };
}

/**
 * Finds the document that is the page of a category: the one that the category file names, by its id within the folder
 * or its whole id, otherwise the index document. An id that doesn't exist is returned as it is and reported later.
 */
function findCategoryDoc(
  link: CategoryLink | null | undefined,
  folder: Folder,
  { byId, rankIndex }: SidebarContext,
): BaseDoc | string | undefined {
  const docs = [...folder.docs.values()];
  if (link === undefined) {
    const rankedDocs = docs.flatMap((doc) => {
      const rank = rankIndex(doc);
      return rank === undefined ? [] : [{ doc, rank }];
    });
    return rankedDocs.sort((a, b) => a.rank - b.rank)[0]?.doc;
  }
  if (link?.type !== 'doc') return undefined;
  return docs.find((doc) => getLastSegment(doc.id) === link.id) ?? byId.get(link.id) ?? link.id;
}

/** Sorts by position, then by name in code-unit order. Items without a position come last. */
function sortItems(items: readonly Positioned[]): ConfigItem[] {
  return [...items].sort(comparePositions).map(({ item }) => item);
}

function comparePositions(a: Positioned, b: Positioned): number {
  const difference = (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  return compareCodeUnits(a.source, b.source);
}
