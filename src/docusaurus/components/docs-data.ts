import { findFirstLink } from '../../build/pages/sidebar.ts';
import { qualifyName, unqualifyName } from '../../content/versions/qualify-set.ts';
import type { Doc, DocSet, Site } from '../../model/site.ts';
import { sortVersions } from '../../model/sort-versions.ts';
import type { DocsData, DocsVersionData } from '../theme/page-facts.ts';

/** What Docusaurus' docs plugins give every page (`useAllDocsData`), by id of the plugin. */
export function collectDocsData(site: Site): DocsData {
  const docs = Map.groupBy(site.docs, ({ set }) => set);
  const instances = Map.groupBy(site.sets, ({ instance }) => instance);
  return Object.fromEntries(
    [...instances].map(([instance, sets]) => {
      const last = sets.find(({ version }) => version.isLast) ?? sets[0];
      const versions = sortVersions(sets).map((set) =>
        collectVersionData(site, set, docs.get(set.key) ?? []),
      );
      return [
        instance,
        { path: last?.version.path ?? '/', versions, breadcrumbs: last?.breadcrumbs ?? true },
      ];
    }),
  );
}

function collectVersionData(site: Site, { key, version }: DocSet, docs: readonly Doc[]): DocsVersionData {
  const { name, label, isLast, path, mainDocId, draftIds } = version;
  const setDocs = docs.map(({ id, path: permalink, sidebar, title, description, unlisted }) => ({
    id: unqualifyName(id),
    path: permalink,
    ...(unlisted ? { unlisted } : {}),
    sidebar: sidebar === undefined ? undefined : unqualifyName(sidebar),
    title,
    description,
  }));
  const categories = site.categories.flatMap(({ set, slug, path: permalink, sidebar }) =>
    set === key ? [{ id: slug, path: permalink, sidebar: unqualifyName(sidebar) }] : [],
  );
  const sidebars = Object.entries(site.sidebars).flatMap(([full, items]) => {
    const first = findFirstLink(items);
    const link = first && { path: first.href, label: first.label };
    return qualifyName(key, unqualifyName(full)) === full ? [[unqualifyName(full), { link }] as const] : [];
  });
  return {
    name,
    label,
    isLast,
    path,
    mainDocId: unqualifyName(mainDocId),
    docs: [...setDocs, ...categories],
    draftIds,
    sidebars: Object.fromEntries(sidebars),
  };
}
