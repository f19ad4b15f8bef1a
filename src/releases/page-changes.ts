import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import { isOwnPage } from '../model/pages.ts';
import { buildMarkdownPath, buildPageFileUrl } from '../model/urls.ts';
import type { PageChanges } from './release-record.ts';

/** Maximum number of pages listed for each kind of change. */
const NAMED_MAX = 100;

type PageEntry = Pick<ManifestEntry, 'url' | 'audience' | 'cache' | 'status'>;
type HashedEntry = PageEntry & Pick<ManifestEntry, 'hash'>;
/** Languages of a release. */
type Languages = readonly Pick<Manifest['languages'][number], 'path'>[];

/** Returns the entries of pages with content: no error pages, and no pages of the interface. */
export function listContentPages<Entry extends PageEntry>(
  entries: readonly Entry[],
  languages: Languages,
): Entry[] {
  return entries.filter(
    (entry) => entry.cache === 'page' && entry.status === 200 && !isOwnPage(entry, languages),
  );
}

/** Returns the pages of a release by path, each with a hash that changes with its content. */
export function hashPages({
  entries,
  languages,
}: {
  entries: readonly HashedEntry[];
  languages: Languages;
}): ReadonlyMap<string, string> {
  const byUrl = new Map(entries.map((entry) => [entry.url, entry]));
  return new Map(
    listContentPages(entries, languages).map((page) => [page.url, findContentHash(page, byUrl)]),
  );
}

/** Uses the hash of the Markdown if there is one: the HTML also changes with the sidebar and the engine. */
function findContentHash(page: HashedEntry, byUrl: ReadonlyMap<string, HashedEntry>): string {
  const content = byUrl.get(buildMarkdownPath(page.url)) ?? byUrl.get(buildPageFileUrl(page.url)) ?? page;
  return content.hash;
}

/**
 * Compares the pages of two releases (`hashPages`). A page counts as moved if a redirect leads from its old path to a
 * new page, or if exactly one new page has the same content.
 */
export function comparePages(
  old: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  { redirects }: Pick<Manifest, 'redirects'>,
): PageChanges {
  const addedPaths = [...now.keys()].filter((path) => !old.has(path));
  const removedPaths = [...old.keys()].filter((path) => !now.has(path));
  const changedPages = [...now].filter(([path, hash]) => old.has(path) && old.get(path) !== hash);
  const movedTo = new Map(redirects.map(({ from, to }) => [from, to]));
  const isAdded = new Set(addedPaths);
  const addedByHash = Map.groupBy(addedPaths, (path) => now.get(path));
  const movedPages = removedPaths.flatMap((from) => {
    const samePaths = addedByHash.get(old.get(from));
    const to = movedTo.get(from) ?? (samePaths?.length === 1 ? samePaths[0] : undefined);
    return to !== undefined && isAdded.delete(to) ? [{ from, to }] : [];
  });
  const movedFrom = new Set(movedPages.map(({ from }) => from));
  const summarize = <Item>(items: readonly Item[]) => ({
    count: items.length,
    paths: items.slice(0, NAMED_MAX),
  });
  return {
    added: summarize(addedPaths.filter((path) => isAdded.has(path)).sort()),
    changed: summarize(changedPages.map(([path]) => path).sort()),
    moved: summarize(movedPages),
    removed: summarize(removedPaths.filter((path) => !movedFrom.has(path)).sort()),
  };
}
