import { readAudience } from '../config/audience.ts';
import type { BaseDoc } from './base-doc.ts';
import { indexRank, lastSegment, type PrefixParser } from './permalinks.ts';
import { byCodeUnit } from './read-docs.ts';
import type {
  CategoryLink,
  CategoryMetadata,
  ConfigCategory,
  ConfigDoc,
  ConfigItem,
} from './sidebar-items.ts';

/** A folder: its documents by file name, its folders by name. */
interface Folder {
  docs: Map<string, BaseDoc>;
  folders: Map<string, Folder>;
}

/** An item with what it is sorted by. */
interface Positioned<Item extends ConfigItem = ConfigItem> {
  item: Item;
  position: number | undefined;
  /** File or folder name as it lies on disk. */
  source: string;
}

/** The items of a folder (`.`: the docs folder) as its files, its folders and their category files have them. */
export function generateSidebar(
  dirName: string,
  docs: readonly BaseDoc[],
  categories: ReadonlyMap<string, CategoryMetadata>,
  splitNumberPrefix: PrefixParser,
): ConfigItem[] {
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const within = docs.filter(
    ({ folder }) => dirName === '.' || folder === dirName || folder.startsWith(`${dirName}/`),
  );
  return sorted(positionedItems(treeOf(within, dirName), dirName, { categories, byId, splitNumberPrefix }));
}

function treeOf(docs: readonly BaseDoc[], dirName: string): Folder {
  const root: Folder = { docs: new Map(), folders: new Map() };
  for (const doc of docs) {
    let folder = root;
    const below = dirName === '.' ? doc.folder : doc.folder.slice(dirName.length + 1);
    const segments = doc.folder === dirName ? [] : below.split('/');
    for (const segment of segments) {
      const next = folder.folders.get(segment) ?? { docs: new Map(), folders: new Map() };
      folder.folders.set(segment, next);
      folder = next;
    }
    folder.docs.set(lastSegment(doc.file), doc);
  }
  return root;
}

type ById = ReadonlyMap<string, BaseDoc>;

interface Known {
  categories: ReadonlyMap<string, CategoryMetadata>;
  byId: ById;
  splitNumberPrefix: PrefixParser;
}

function positionedItems(folder: Folder, dir: string, known: Known): Positioned[] {
  return [
    ...[...folder.docs].map(([name, doc]) => positionedDoc(doc, name)),
    ...[...folder.folders].map(([name, below]) =>
      positionedCategory(below, name, dir === '.' ? name : `${dir}/${name}`, known),
    ),
  ];
}

function positionedDoc(doc: BaseDoc, source: string): Positioned<ConfigDoc> {
  const { sidebar_label: label, sidebar_class_name, sidebar_custom_props } = doc.frontMatter;
  const item: ConfigDoc = {
    type: 'doc',
    id: doc.id,
    label,
    className: sidebar_class_name,
    customProps: sidebar_custom_props,
  };
  return { item, position: doc.sidebarPosition, source };
}

function positionedCategory(
  folder: Folder,
  name: string,
  dir: string,
  known: Known,
): Positioned<ConfigCategory> {
  const metadata = known.categories.get(dir);
  const items = positionedItems(folder, dir, known);
  const page = categoryDoc(metadata?.link, folder, known.byId);
  const link: CategoryLink | null | undefined =
    page === undefined ? metadata?.link : { type: 'doc', id: typeof page === 'string' ? page : page.id };
  const doc = typeof page === 'string' ? undefined : page;
  const prefixed = known.splitNumberPrefix(name);
  const item: ConfigCategory = {
    type: 'category',
    key: metadata?.key,
    label: metadata?.label ?? doc?.frontMatter.sidebar_label ?? doc?.title ?? prefixed.name,
    description: metadata?.description,
    collapsible: metadata?.collapsible,
    collapsed: metadata?.collapsed,
    customProps: metadata?.customProps ?? doc?.frontMatter.sidebar_custom_props,
    className: metadata?.className ?? doc?.frontMatter.sidebar_class_name,
    audience: metadata?.audience && [...readAudience(metadata.audience).names],
    items: sorted(items.filter(({ item }) => !(item.type === 'doc' && item.id === doc?.id))),
    link: link ?? undefined,
  };
  return { item, position: metadata?.position ?? doc?.sidebarPosition ?? prefixed.position, source: name };
}

/**
 * The document that is the category's page: the one its file names, by an id within the folder or a whole
 * one, else the folder's index document. An id that names nothing comes back as it is, to be reported.
 */
function categoryDoc(
  link: CategoryLink | null | undefined,
  folder: Folder,
  byId: ById,
): BaseDoc | string | undefined {
  const docs = [...folder.docs.values()];
  if (link === undefined) {
    const ranked = docs.flatMap((doc) => {
      const rank = indexRank(doc);
      return rank === undefined ? [] : [{ doc, rank }];
    });
    return ranked.sort((a, b) => a.rank - b.rank)[0]?.doc;
  }
  if (link?.type !== 'doc') return undefined;
  return docs.find((doc) => lastSegment(doc.id) === link.id) ?? byId.get(link.id) ?? link.id;
}

/** Positions first, then names in code-unit order; what has no position comes last. */
function sorted(items: readonly Positioned[]): ConfigItem[] {
  return [...items].sort(byPosition).map(({ item }) => item);
}

function byPosition(a: Positioned, b: Positioned): number {
  const difference = (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  return byCodeUnit(a.source, b.source);
}
