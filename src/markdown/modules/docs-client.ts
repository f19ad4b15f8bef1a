import type { Modules } from './docusaurus.ts';
import {
  type DocsData,
  type DocsVersionData,
  type PageFacts,
  useFacts,
  type VersionFacts,
} from './page-facts.ts';
import { each, Nothing, Passing } from './page-frame.ts';

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

/** All documentation, by the id of its plugin; what the page itself says where nobody asked for more. */
export function allDocs({ docs, version, versions = version ? [version] : [] }: PageFacts): DocsData {
  if (docs) return docs;
  const shown = { path: versions[0]?.path ?? '/', versions: versions.map(asVersion), breadcrumbs: true };
  return { [version?.pluginId ?? DEFAULT_ID]: shown };
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
  const { version } = useFacts();
  const versions = useVersions(pluginId);
  if (version?.pluginId !== pluginId) return undefined;
  return versions.find(({ name }) => name === version.version) ?? asVersion(version);
}

function useDocsVersion() {
  const { version } = useFacts();
  if (!version)
    throw new Error('useDocsVersion is asked outside of a documentation: use it in documents only.');
  const { path: _path, mainDocId: _main, ...facts } = version;
  const { docs = [] } = useActiveVersion(version.pluginId) ?? {};
  const byId = docs.map(({ id, title, description, sidebar }) => [id, { id, title, description, sidebar }]);
  return { ...facts, noIndex: false, docs: Object.fromEntries(byId), docsSidebars: {} };
}

function useDocsSidebar() {
  return useFacts().sidebar ?? null;
}

function useActiveDocContext(pluginId?: string) {
  const facts = useFacts();
  const versions = useVersions(pluginId);
  const activeVersion = useActiveVersion(pluginId);
  const { docId, path } = facts.page;
  const activeDoc =
    docId === undefined || !activeVersion ? undefined : { id: docId, path, sidebar: facts.sidebar?.name };
  const alternates = versions.flatMap(({ name, docs }) => {
    const same = docs.find(({ id }) => id === docId);
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

function useDocById(id: string | undefined) {
  const active = useActiveVersion(useFacts().version?.pluginId);
  if (id === undefined) return undefined;
  const found = active?.docs.find((doc) => doc.id === id);
  return { id, title: found?.title ?? id, description: found?.description };
}

function useCurrentSidebarSiblings(): readonly unknown[] {
  return useFacts().sidebar?.items ?? [];
}

interface Item {
  href?: string;
  items?: readonly unknown[];
}

/** Where a category leads: its own page, else the first one below it. */
export function firstHref(item: unknown): unknown {
  const { href, items } = (item ?? {}) as Item;
  if (href !== undefined || !Array.isArray(items)) return href;
  return items.map(firstHref).find((found) => found !== undefined);
}

function useDoc() {
  const { page, version } = useFacts();
  const { frontMatter = {}, description = '', title, docId, path } = page;
  return {
    metadata: {
      id: docId,
      title,
      permalink: path,
      description,
      frontMatter,
      version: version?.version,
      tags: [],
    },
    frontMatter,
    toc: [],
    assets: {},
    contentTitle: undefined,
  };
}

function useActivePlugin() {
  const { version } = useFacts();
  const all = useAllDocsData();
  const pluginData = version && all[version.pluginId];
  return version && pluginData ? { pluginId: version.pluginId, pluginData } : undefined;
}

export const docsClient = {
  useActiveDocContext,
  useActivePlugin,
  useActivePluginAndVersion: () => {
    const activePlugin = useActivePlugin();
    const activeVersion = useActiveVersion(activePlugin?.pluginId);
    return activePlugin && { activePlugin, activeVersion };
  },
  useActiveVersion,
  useAllDocsData,
  useDoc,
  useDocById,
  useDocVersionSuggestions,
  useDocsContextualSearchTags: () => [],
  useDocsData,
  useDocsPreferredVersion: (pluginId?: string) => ({
    preferredVersion: useLatestVersion(pluginId) ?? null,
    savePreferredVersionName: () => {},
  }),
  useDocsSidebar,
  useDocsVersion,
  useDocsVersionCandidates: (pluginId?: string) => {
    const [active, latest] = [useActiveVersion(pluginId), useLatestVersion(pluginId)];
    return [active, latest].filter((one, at, all) => one !== undefined && all.indexOf(one) === at);
  },
  useCurrentSidebarCategory: () => ({ type: 'category', label: '', items: useCurrentSidebarSiblings() }),
  useCurrentSidebarSiblings,
  useLatestVersion,
  useLayoutDoc: (id: string, pluginId?: string) =>
    useVersions(pluginId)
      .flatMap(({ docs }) => docs)
      .find((doc) => doc.id === id) ?? null,
  useLayoutDocsSidebar: (id: string, pluginId?: string) =>
    useVersions(pluginId)
      .map(({ sidebars }) => sidebars[id])
      .find((sidebar) => sidebar !== undefined) ?? { link: undefined },
  useVersions,
  isActiveSidebarItem: (item: Item, path: string) =>
    item.href?.replace(/\/$/, '') === path.replace(/\/$/, ''),
  isVisibleSidebarItem: () => true,
  useVisibleSidebarItems: (items: readonly unknown[]) => items,
  useDocSidebarItemsExpandedState: () => ({ expandedItem: null, setExpandedItem: () => {} }),
  useDocsPreferredVersionByPluginId: () => ({}),
  useBreadcrumbsStructuredData: () => ({}),
  filterDocCardListItems: (items: unknown) => items,
  findFirstSidebarItemLink: firstHref,
  findSidebarCategory: () => undefined,
  isDocsPluginEnabled: true,
  ...each(
    'DocSidebarItemsExpandedStateProvider DocsVersionProvider DocsSidebarProvider DocProvider DocsPreferredVersionContextProvider',
    Passing,
  ),
  ...each('useSidebarBreadcrumbs useDocRootMetadata', Nothing),
  getDocsVersionSearchTag: (pluginId: string, version: string) => `docs-${pluginId}-${version}`,
};

export const docsModules: Modules = {
  '@docusaurus/plugin-content-docs/client': docsClient,
  '@theme/hooks/useDocs': docsClient,
};
