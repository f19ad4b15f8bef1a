import { createStorageSlot, useStorageSlot } from './browser-state.ts';
import type { Modules } from './docusaurus.ts';
import { useIsBrowser } from './is-browser.ts';
import {
  type DocsData,
  type DocsVersionData,
  type PageFacts,
  useFacts,
  type VersionFacts,
} from './page-facts.ts';
import { forEachName, Nothing, PassThrough } from './page-frame.ts';
import {
  filterDocCardListItems,
  findBreadcrumbs,
  findFirstSidebarItemLink,
  findPlace,
  findSidebarCategory,
  isActiveSidebarItem,
  isVisibleSidebarItem,
  type PropCategory,
  type PropItem,
  type SidebarPlace,
} from './sidebar-facts.ts';

/** Exports of `@docusaurus/plugin-content-docs/client`, made from the facts about the current page. */

const DEFAULT_ID = 'default';

const toVersionData = ({ version, label, isLast, path, mainDocId }: VersionFacts): DocsVersionData => ({
  name: version,
  label,
  isLast,
  path,
  mainDocId,
  docs: [],
  draftIds: [],
  sidebars: {},
});

/** All documentation by plugin id. If no code asks for more, only what the page itself knows. */
export function listAllDocs({ docs, version, versions = version ? [version] : [] }: PageFacts): DocsData {
  if (docs) return toPublicData(docs);
  const pageDocs = {
    path: versions[0]?.path ?? '/',
    versions: versions.map(toVersionData),
    breadcrumbs: true,
  };
  return { [version?.pluginId ?? DEFAULT_ID]: pageDocs };
}

const publicDataCache = new WeakMap<DocsData, DocsData>();

/** Documentation as plugins provide it: without titles and descriptions. The same object for the same data. */
function toPublicData(docs: DocsData): DocsData {
  const earlier = publicDataCache.get(docs);
  if (earlier) return earlier;
  const instances = Object.entries(docs).map(([id, { versions, ...data }]) => {
    const plainVersions = versions.map((version) => ({
      ...version,
      docs: version.docs.map(({ title: _title, description: _description, ...doc }) => doc),
    }));
    return [id, { ...data, versions: plainVersions }] as const;
  });
  const data = Object.fromEntries(instances);
  publicDataCache.set(docs, data);
  return data;
}

function findDocsData(facts: PageFacts, pluginId: string = DEFAULT_ID): DocsData[string] {
  const all = listAllDocs(facts);
  const instance = all[pluginId];
  if (instance) return instance;
  throw new Error(
    `No documentation has the id "${pluginId}". Use one of: ${Object.keys(all).join(', ') || 'none'}.`,
  );
}

const useAllDocsData = () => listAllDocs(useFacts());
const useDocsData = (pluginId?: string) => findDocsData(useFacts(), pluginId);
const useVersions = (pluginId?: string) => useDocsData(pluginId).versions;
const findLatest = (versions: readonly DocsVersionData[]) =>
  versions.find(({ isLast }) => isLast) ?? versions[0];
const useLatestVersion = (pluginId?: string) => findLatest(useVersions(pluginId));

function useActiveVersion(pluginId: string = DEFAULT_ID): DocsVersionData | undefined {
  const { version, page } = useFacts();
  const versions = useVersions(pluginId);
  if (version?.pluginId === pluginId)
    return versions.find(({ name }) => name === version.version) ?? toVersionData(version);
  // Outside of documents: the version whose address is the longest prefix of the page's address.
  const byLength = versions.toSorted((one, other) => other.path.length - one.path.length);
  return version ? undefined : byLength.find(({ path }) => isBelow(page.path, path));
}

function isBelow(path: string, folder: string): boolean {
  const start = folder.replace(/\/$/, '');
  return path.replace(/\/$/, '') === start || path.startsWith(`${start}/`);
}

/** Documents of the current version, with titles and descriptions. */
function listDocuments({ docs, version }: PageFacts) {
  const data = version && docs?.[version.pluginId]?.versions.find(({ name }) => name === version.version);
  // Generated pages aren't documents and have no title here.
  return (data?.docs ?? []).flatMap(({ id, title, description = '', sidebar }) =>
    title === undefined ? [] : [{ id, title, description, sidebar }],
  );
}

function useDocsVersion() {
  const facts = useFacts();
  const { version, sidebars = {} } = facts;
  if (!version) throw new Error('useDocsVersion only works in documents. Remove it from this page.');
  const { path: _path, mainDocId: _main, ...plain } = version;
  const docs = Object.fromEntries(listDocuments(facts).map((doc) => [doc.id, doc]));
  return { ...plain, noIndex: false, docs, docsSidebars: sidebars };
}

function useDocsSidebar() {
  const { sidebar } = useFacts();
  return sidebar ? { name: sidebar.name, items: sidebar.items } : null;
}

function useSidebarBreadcrumbs() {
  const facts = useFacts();
  const { sidebar, version, page } = facts;
  if (!sidebar || (version && listAllDocs(facts)[version.pluginId]?.breadcrumbs === false)) return null;
  return findBreadcrumbs(sidebar.items, page.path);
}

function useActiveDocContext(pluginId?: string) {
  const facts = useFacts();
  const versions = useVersions(pluginId);
  const activeVersion = useActiveVersion(pluginId);
  const { docId, path } = facts.page;
  const activeDoc = !activeVersion
    ? undefined
    : (activeVersion.docs.find((doc) => isSamePath(doc.path, path)) ??
      (docId === undefined ? undefined : { id: docId, path, sidebar: facts.sidebar?.name }));
  const alternates = versions.flatMap(({ name, docs }) => {
    const sameDoc = docs.find(({ id }) => id === activeDoc?.id);
    return activeDoc && sameDoc ? [[name, sameDoc] as const] : [];
  });
  return { activeVersion, activeDoc, alternateDocVersions: Object.fromEntries(alternates) };
}

function useDocVersionSuggestions(pluginId?: string) {
  const latest = useLatestVersion(pluginId);
  const { alternateDocVersions } = useActiveDocContext(pluginId);
  return {
    latestVersionSuggestion: latest,
    latestDocSuggestion: latest && alternateDocVersions[latest.name],
  };
}

const isSamePath = (one: string, other: string) => one.replace(/\/$/, '') === other.replace(/\/$/, '');

function useDocById(id: string | undefined) {
  const facts = useFacts();
  if (id === undefined) return undefined;
  return listDocuments(facts).find((doc) => doc.id === id) ?? { id, title: id, description: '' };
}

/** The category around a page. Outside of categories it's the whole sidebar, where Docusaurus throws an error. */
export function toCategory({ category, siblings }: SidebarPlace): PropCategory {
  return category ?? { type: 'category', label: '', collapsible: true, collapsed: false, items: siblings };
}

function usePlace(): SidebarPlace {
  const { sidebar, page } = useFacts();
  return sidebar?.place ?? findPlace(sidebar?.items ?? [], page.path);
}

function useDoc() {
  const { page, version, sidebar } = useFacts();
  const { frontMatter = {}, description = '', title, docId, path, document = {}, toc = [] } = page;
  return {
    metadata: {
      id: docId,
      title,
      description,
      permalink: path,
      draft: false,
      unlisted: false,
      tags: [],
      version: version?.version,
      frontMatter,
      sidebar: sidebar?.name,
      ...document,
    },
    frontMatter,
    toc,
    assets: {},
    contentTitle: page.contentTitle,
  };
}

function useActivePlugin({ failfast = false } = {}) {
  const { version, page } = useFacts();
  const all = Object.entries(useAllDocsData()).sort(([, one], [, other]) =>
    other.path.localeCompare(one.path),
  );
  const active = all.find(([id, { path }]) => (version ? id === version.pluginId : isBelow(page.path, path)));
  if (!active && failfast) throw new Error(`No documentation is at ${page.path}.`);
  return active && { pluginId: active[0], pluginData: active[1] };
}

const nameStorageKey = (pluginId: string) => `docs-preferred-version-${pluginId}`;

/** The version that a component has stored for this reader. Undefined until a browser shows the page. */
function useDocsPreferredVersion(pluginId: string = DEFAULT_ID) {
  const versions = useVersions(pluginId);
  const [name, slot] = useStorageSlot(nameStorageKey(pluginId));
  return {
    preferredVersion: versions.find((version) => version.name === name) ?? null,
    savePreferredVersionName: (version: string) => slot.set(version),
  };
}

function useDocsPreferredVersionByPluginId() {
  const isShown = useIsBrowser();
  return Object.fromEntries(
    Object.entries(useAllDocsData()).map(([id, { versions }]) => {
      const name = isShown ? createStorageSlot(nameStorageKey(id)).get() : null;
      return [id, versions.find((version) => version.name === name) ?? null];
    }),
  );
}

function useDocsVersionCandidates(pluginId?: string): DocsVersionData[] {
  const active = useActiveVersion(pluginId);
  const { preferredVersion } = useDocsPreferredVersion(pluginId);
  const all = [active, preferredVersion, useLatestVersion(pluginId)];
  return [...new Set(all.filter((version) => version !== undefined && version !== null))];
}

const searchTag = (pluginId: string, version: string) => `docs-${pluginId}-${version}`;

export const docsClient = {
  useActiveDocContext,
  useActivePlugin,
  useActivePluginAndVersion: (options?: { failfast?: boolean }) => {
    const activePlugin = useActivePlugin(options);
    const activeVersion = useActiveVersion(activePlugin?.pluginId);
    return activePlugin && { activePlugin, activeVersion };
  },
  useActiveVersion,
  useAllDocsData,
  useDoc,
  useDocById,
  useDocVersionSuggestions,
  useDocsContextualSearchTags: () => {
    const { version } = useFacts();
    return Object.entries(useAllDocsData()).map(([id, { versions }]) =>
      searchTag(id, version?.pluginId === id ? version.version : (findLatest(versions)?.name ?? '')),
    );
  },
  useDocsData,
  useDocsPreferredVersion,
  useDocsPreferredVersionByPluginId,
  useDocsSidebar,
  useDocsVersion,
  useDocsVersionCandidates,
  useCurrentSidebarCategory: () => toCategory(usePlace()),
  useCurrentSidebarSiblings: () => usePlace().siblings,
  useSidebarBreadcrumbs,
  useLatestVersion,
  useLayoutDoc: (id: string, pluginId?: string) =>
    useDocsVersionCandidates(pluginId)
      .flatMap(({ docs }) => docs)
      .find((doc) => doc.id === id) ?? null,
  useLayoutDocsSidebar: (id: string, pluginId?: string) =>
    useDocsVersionCandidates(pluginId)
      .map(({ sidebars }) => sidebars[id])
      .find((sidebar) => sidebar !== undefined) ?? {},
  useVersions,
  isActiveSidebarItem,
  isVisibleSidebarItem,
  useVisibleSidebarItems: (items: readonly PropItem[], path: string) =>
    items.filter((item) => isVisibleSidebarItem(item, path)),
  useDocSidebarItemsExpandedState: () => ({ expandedItem: null, setExpandedItem: () => {} }),
  useBreadcrumbsStructuredData: () => ({}),
  filterDocCardListItems,
  findFirstSidebarItemLink,
  findFirstSidebarItemCategoryLink: findFirstSidebarItemLink,
  findSidebarCategory,
  isDocsPluginEnabled: true,
  ...forEachName(
    'DocSidebarItemsExpandedStateProvider DocsVersionProvider DocsSidebarProvider DocProvider DocsPreferredVersionContextProvider',
    PassThrough,
  ),
  useDocRootMetadata: Nothing,
  getDocsVersionSearchTag: searchTag,
};

export const docsModules: Modules = {
  '@docusaurus/plugin-content-docs/client': docsClient,
  '@theme/hooks/useDocs': docsClient,
};
