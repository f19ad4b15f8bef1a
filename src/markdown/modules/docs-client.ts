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
import { each, Nothing, Passing } from './page-frame.ts';
import {
  breadcrumbsOf,
  filterDocCardListItems,
  findFirstSidebarItemLink,
  findSidebarCategory,
  isActiveSidebarItem,
  isVisibleSidebarItem,
  type PropCategory,
  type PropItem,
  placeIn,
  type SidebarPlace,
} from './sidebar-facts.ts';

/** What `@docusaurus/plugin-content-docs/client` exports, out of what is known of the page that is shown. */

const DEFAULT_ID = 'default';

const asVersion = ({ version, label, isLast, path, mainDocId }: VersionFacts): DocsVersionData => ({
  name: version,
  label,
  isLast,
  path,
  mainDocId,
  docs: [],
  draftIds: [],
  sidebars: {},
});

/** All documentation, by the id of its plugin; what the page itself says where no code asked for more. */
export function allDocs({ docs, version, versions = version ? [version] : [] }: PageFacts): DocsData {
  if (docs) return publicData(docs);
  const shown = { path: versions[0]?.path ?? '/', versions: versions.map(asVersion), breadcrumbs: true };
  return { [version?.pluginId ?? DEFAULT_ID]: shown };
}

const publicDataOf = new WeakMap<DocsData, DocsData>();

/** As plugins hand it to every page: titles and descriptions are `useDocsVersion`'s. The same object for the same data. */
function publicData(docs: DocsData): DocsData {
  const earlier = publicDataOf.get(docs);
  if (earlier) return earlier;
  const instances = Object.entries(docs).map(([id, { versions, ...data }]) => {
    const plainVersions = versions.map((version) => ({
      ...version,
      docs: version.docs.map(({ title: _title, description: _description, ...doc }) => doc),
    }));
    return [id, { ...data, versions: plainVersions }] as const;
  });
  const data = Object.fromEntries(instances);
  publicDataOf.set(docs, data);
  return data;
}

function docsData(facts: PageFacts, pluginId: string = DEFAULT_ID): DocsData[string] {
  const all = allDocs(facts);
  const found = all[pluginId];
  if (found) return found;
  throw new Error(
    `There is no documentation "${pluginId}": there is ${Object.keys(all).join(', ') || 'none'}. Give one of these ids.`,
  );
}

const useAllDocsData = () => allDocs(useFacts());
const useDocsData = (pluginId?: string) => docsData(useFacts(), pluginId);
const useVersions = (pluginId?: string) => useDocsData(pluginId).versions;
const latestOf = (versions: readonly DocsVersionData[]) =>
  versions.find(({ isLast }) => isLast) ?? versions[0];
const useLatestVersion = (pluginId?: string) => latestOf(useVersions(pluginId));

function useActiveVersion(pluginId: string = DEFAULT_ID): DocsVersionData | undefined {
  const { version, page } = useFacts();
  const versions = useVersions(pluginId);
  if (version?.pluginId === pluginId)
    return versions.find(({ name }) => name === version.version) ?? asVersion(version);
  // On a page that is no document: the version whose address is the longest beginning of the page's.
  const byLength = versions.toSorted((one, other) => other.path.length - one.path.length);
  return version ? undefined : byLength.find(({ path }) => isBelow(page.path, path));
}

function isBelow(path: string, folder: string): boolean {
  const start = folder.replace(/\/$/, '');
  return path.replace(/\/$/, '') === start || path.startsWith(`${start}/`);
}

/** Documents of the version that is read, with their titles and descriptions. */
function documentsOf({ docs, version }: PageFacts) {
  const data = version && docs?.[version.pluginId]?.versions.find(({ name }) => name === version.version);
  // Pages that the theme generates are no documents: they have no title here.
  return (data?.docs ?? []).flatMap(({ id, title, description = '', sidebar }) =>
    title === undefined ? [] : [{ id, title, description, sidebar }],
  );
}

function useDocsVersion() {
  const facts = useFacts();
  const { version, sidebars = {} } = facts;
  if (!version)
    throw new Error('useDocsVersion is asked outside of a documentation: use it in documents only.');
  const { path: _path, mainDocId: _main, ...plain } = version;
  const docs = Object.fromEntries(documentsOf(facts).map((doc) => [doc.id, doc]));
  return { ...plain, noIndex: false, docs, docsSidebars: sidebars };
}

function useDocsSidebar() {
  const { sidebar } = useFacts();
  return sidebar ? { name: sidebar.name, items: sidebar.items } : null;
}

function useSidebarBreadcrumbs() {
  const facts = useFacts();
  const { sidebar, version, page } = facts;
  if (!sidebar || (version && allDocs(facts)[version.pluginId]?.breadcrumbs === false)) return null;
  return breadcrumbsOf(sidebar.items, page.path);
}

function useActiveDocContext(pluginId?: string) {
  const facts = useFacts();
  const versions = useVersions(pluginId);
  const activeVersion = useActiveVersion(pluginId);
  const { docId, path } = facts.page;
  const activeDoc = !activeVersion
    ? undefined
    : (activeVersion.docs.find((doc) => samePath(doc.path, path)) ??
      (docId === undefined ? undefined : { id: docId, path, sidebar: facts.sidebar?.name }));
  const alternates = versions.flatMap(({ name, docs }) => {
    const same = docs.find(({ id }) => id === activeDoc?.id);
    return activeDoc && same ? [[name, same] as const] : [];
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

const samePath = (one: string, other: string) => one.replace(/\/$/, '') === other.replace(/\/$/, '');

function useDocById(id: string | undefined) {
  const facts = useFacts();
  if (id === undefined) return undefined;
  return documentsOf(facts).find((doc) => doc.id === id) ?? { id, title: id, description: '' };
}

/** A page that stands in no category has all of its sidebar around it; Docusaurus throws there. */
export function categoryAt({ category, siblings }: SidebarPlace): PropCategory {
  return category ?? { type: 'category', label: '', collapsible: true, collapsed: false, items: siblings };
}

function usePlace(): SidebarPlace {
  const { sidebar, page } = useFacts();
  return sidebar?.place ?? placeIn(sidebar?.items ?? [], page.path);
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

const storageKey = (pluginId: string) => `docs-preferred-version-${pluginId}`;

/** The version that a component has saved for this reader; none before the page is shown in a browser. */
function useDocsPreferredVersion(pluginId: string = DEFAULT_ID) {
  const versions = useVersions(pluginId);
  const [name, slot] = useStorageSlot(storageKey(pluginId));
  return {
    preferredVersion: versions.find((version) => version.name === name) ?? null,
    savePreferredVersionName: (version: string) => slot.set(version),
  };
}

function useDocsPreferredVersionByPluginId() {
  const isShown = useIsBrowser();
  return Object.fromEntries(
    Object.entries(useAllDocsData()).map(([id, { versions }]) => {
      const name = isShown ? createStorageSlot(storageKey(id)).get() : null;
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
      searchTag(id, version?.pluginId === id ? version.version : (latestOf(versions)?.name ?? '')),
    );
  },
  useDocsData,
  useDocsPreferredVersion,
  useDocsPreferredVersionByPluginId,
  useDocsSidebar,
  useDocsVersion,
  useDocsVersionCandidates,
  useCurrentSidebarCategory: () => categoryAt(usePlace()),
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
  ...each(
    'DocSidebarItemsExpandedStateProvider DocsVersionProvider DocsSidebarProvider DocProvider DocsPreferredVersionContextProvider',
    Passing,
  ),
  useDocRootMetadata: Nothing,
  getDocsVersionSearchTag: searchTag,
};

export const docsModules: Modules = {
  '@docusaurus/plugin-content-docs/client': docsClient,
  '@theme/hooks/useDocs': docsClient,
};
