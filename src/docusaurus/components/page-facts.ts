import path from 'node:path';
import { unqualifyName } from '../../content/versions/qualify-set.ts';
import type { Doc, DocSet, PageRef, Site } from '../../model/site.ts';
import { sortVersions } from '../../model/sort-versions.ts';
import type { PageFacts } from '../theme/page-facts.ts';

/** Values that Docusaurus' modules return on every page of a language: see `collectSharedFacts`. */
export type SharedFacts = Pick<PageFacts, 'site' | 'i18n' | 'messages' | 'admonitionTitles' | 'pluginData'>;

/** Collects the values that the hooks of Docusaurus return on the page of a document, or on another page. */
export function collectPageFacts(site: Site, doc: Doc | undefined, shared: SharedFacts): PageFacts {
  if (!doc) return { ...shared, page: { path: site.basePath, title: '' } };
  const set = site.sets.find(({ key }) => key === doc.set);
  const items = doc.sidebar === undefined ? undefined : site.sidebars[doc.sidebar];
  const siblingSets = site.sets.filter(({ instance }) => instance === set?.instance);
  return {
    ...shared,
    page: { path: doc.path, title: doc.title, docId: unqualifyName(doc.id) },
    version: set && collectVersionFacts(set),
    versions: siblingSets.length > 1 ? sortVersions(siblingSets).map(collectVersionFacts) : undefined,
    sidebar:
      doc.sidebar === undefined || !items ? undefined : { name: unqualifyName(doc.sidebar), items: [] },
  };
}

/** `useDoc().metadata`, besides what `collectPageFacts` gives. */
export function collectDocMetadata(doc: Doc): Readonly<Record<string, unknown>> {
  const { source, slug, unlisted, tags, sidebarPosition, previous, next, lastUpdate, editUrl } = doc;
  const toReference = (page: PageRef | undefined) => page && { title: page.title, permalink: page.path };
  const folder = path.posix.dirname(source.replace(/^@site\/[^/]+\/(?:version-[^/]+\/)?/, ''));
  return {
    source,
    sourceDirName: folder,
    editUrl: editUrl ?? undefined,
    slug,
    unlisted,
    tags: tags.map(({ title, path: permalink }) => ({ label: title, permalink, inline: true })),
    sidebarPosition,
    lastUpdatedBy: lastUpdate?.author,
    lastUpdatedAt: lastUpdate?.date === undefined ? undefined : Date.parse(lastUpdate.date),
    previous: toReference(previous),
    next: toReference(next),
  };
}

function collectVersionFacts(set: DocSet): PageFacts['version'] & object {
  const { instance, version, banner = null, badge, className } = set;
  const { name, label, isLast, path, mainDocId } = version;
  const facts = {
    pluginId: instance,
    version: name,
    label,
    isLast,
    path,
    mainDocId: unqualifyName(mainDocId),
  };
  return { ...facts, banner, badge, className };
}
