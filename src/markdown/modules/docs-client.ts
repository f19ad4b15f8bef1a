import type { Modules } from './docusaurus.ts';
import { type PageFacts, useFacts, type VersionFacts } from './page-facts.ts';

/** What `@docusaurus/plugin-content-docs/client` exports, out of what is known of the page that is shown. */

const asVersion = ({ version, label, isLast, path, mainDocId }: VersionFacts) => ({
  name: version,
  label,
  isLast,
  path,
  mainDocId,
  docs: [],
  draftIds: [],
  sidebars: {},
});

function versionsOf({ version, versions = version ? [version] : [] }: PageFacts) {
  return versions.map(asVersion);
}

function useActiveVersion(_pluginId?: string) {
  const { version } = useFacts();
  return version && asVersion(version);
}

function useDocsVersion() {
  const { version } = useFacts();
  if (!version)
    throw new Error('useDocsVersion is asked outside of a documentation: use it in documents only.');
  const { path: _path, mainDocId: _main, ...facts } = version;
  return { ...facts, noIndex: false, docs: {}, docsSidebars: {} };
}

function useDocsSidebar() {
  return useFacts().sidebar ?? null;
}

function useActiveDocContext(_pluginId?: string) {
  const facts = useFacts();
  const activeVersion = useActiveVersion();
  const { docId, path } = facts.page;
  return {
    activeVersion,
    activeDoc: docId === undefined ? undefined : { id: docId, path, sidebar: facts.sidebar?.name },
    alternateDocVersions: activeVersion && docId ? { [activeVersion.name]: { id: docId, path } } : {},
  };
}

function useVersions(_pluginId?: string) {
  return versionsOf(useFacts());
}

const useLatestVersion = (pluginId?: string) => useVersions(pluginId).find(({ isLast }) => isLast);

function useDocsData(_pluginId?: string) {
  const versions = useVersions();
  return { path: versions[0]?.path ?? '/', versions, breadcrumbs: true };
}

function useCurrentSidebarSiblings(): readonly unknown[] {
  const { sidebar, page } = useFacts();
  const items = sidebar?.items ?? [];
  return childrenAround(items, page.path) ?? items;
}

interface Item {
  type?: string;
  href?: string;
  items?: readonly unknown[];
}

function childrenAround(items: readonly unknown[], path: string): readonly unknown[] | undefined {
  for (const item of items as readonly Item[]) {
    if (item.type === 'category') {
      if (item.href === path) return item.items;
      const below = childrenAround(item.items ?? [], path);
      if (below) return below;
    } else if (item.href === path) return items;
  }
  return undefined;
}

/** Where a category leads: its own page, else the first one below it. */
export function firstHref(item: unknown): unknown {
  const { href, items } = (item ?? {}) as Item;
  if (href !== undefined || !Array.isArray(items)) return href;
  return items.map(firstHref).find((found) => found !== undefined);
}

function useDoc() {
  const { page } = useFacts();
  const metadata = { id: page.docId, title: page.title, permalink: page.path, description: '' };
  return { metadata, frontMatter: {}, toc: [], assets: {}, contentTitle: undefined };
}

export const docsClient = {
  useActiveDocContext,
  useActivePlugin: () => ({ pluginId: useFacts().version?.pluginId ?? 'default', pluginData: useDocsData() }),
  useActivePluginAndVersion: () => {
    const version = useActiveVersion();
    return { activePlugin: { pluginId: 'default', pluginData: useDocsData() }, activeVersion: version };
  },
  useActiveVersion,
  useAllDocsData: () => ({ [useFacts().version?.pluginId ?? 'default']: useDocsData() }),
  useDoc,
  useDocById: (id: string | undefined) =>
    id === undefined ? undefined : { id, title: id, description: undefined },
  useDocVersionSuggestions: () => ({
    latestDocSuggestion: undefined,
    latestVersionSuggestion: useLatestVersion(),
  }),
  useDocsContextualSearchTags: () => [],
  useDocsData,
  useDocsPreferredVersion: () => ({
    preferredVersion: useLatestVersion() ?? null,
    savePreferredVersionName: () => {},
  }),
  useDocsSidebar,
  useDocsVersion,
  useDocsVersionCandidates: () => useVersions(),
  useCurrentSidebarCategory: () => ({ type: 'category', label: '', items: useCurrentSidebarSiblings() }),
  useCurrentSidebarSiblings,
  useLatestVersion,
  useLayoutDoc: (id: string) => ({ id, path: '' }),
  useLayoutDocsSidebar: (id: string) => ({ id }),
  useSidebarBreadcrumbs: () => null,
  useVersions,
  filterDocCardListItems: (items: unknown) => items,
  findFirstSidebarItemLink: firstHref,
  findSidebarCategory: () => undefined,
  isDocsPluginEnabled: true,
  getDocsVersionSearchTag: (pluginId: string, version: string) => `docs-${pluginId}-${version}`,
};

export const docsModules: Modules = {
  '@docusaurus/plugin-content-docs/client': docsClient,
  '@theme/hooks/useDocs': docsClient,
};
