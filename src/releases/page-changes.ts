import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import { ownPageList } from '../model/pages.ts';
import { atBasePath, markdownPath, pageFileUrl } from '../model/urls.ts';
import type { PageChanges } from './release-record.ts';

/** So many of each kind are named. */
const NAMED_MAX = 100;

/** Pages of the site, and of each a hash that changes with what it says. */
export function pagesOf({ entries, languages }: Manifest): ReadonlyMap<string, string> {
  const byUrl = new Map(entries.map((entry) => [entry.url, entry]));
  const own = new Set(
    languages.flatMap((language) => ownPageList.map(([, page]) => atBasePath(page.path, language.path))),
  );
  const pages = entries.filter(
    ({ url, cache, status }) => cache === 'page' && status === 200 && !own.has(url),
  );
  return new Map(pages.map((page) => [page.url, contentOf(page, byUrl)]));
}

/** By its Markdown where it has one: its HTML changes with the sidebar, and with the program that made it. */
function contentOf(page: ManifestEntry, byUrl: ReadonlyMap<string, ManifestEntry>): string {
  const content = byUrl.get(markdownPath(page.url)) ?? byUrl.get(pageFileUrl(page.url)) ?? page;
  return content.hash;
}

/**
 * What a release brings to its readers, by the pages before it and its own, see `pagesOf`. A page that has moved has a
 * redirect to it, or says the same elsewhere.
 */
export function comparePages(
  old: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  { redirects }: Pick<Manifest, 'redirects'>,
): PageChanges {
  const added = [...now.keys()].filter((path) => !old.has(path));
  const removed = [...old.keys()].filter((path) => !now.has(path));
  const changed = [...now].filter(([path, hash]) => old.has(path) && old.get(path) !== hash);
  const movedTo = new Map(redirects.map(({ from, to }) => [from, to]));
  const isAdded = new Set(added);
  const bySame = Map.groupBy(added, (path) => now.get(path));
  const moved = removed.flatMap((from) => {
    const same = bySame.get(old.get(from));
    const to = movedTo.get(from) ?? (same?.length === 1 ? same[0] : undefined);
    return to !== undefined && isAdded.delete(to) ? [{ from, to }] : [];
  });
  const gone = new Set(moved.map(({ from }) => from));
  const named = <Item>(items: readonly Item[]) => ({ count: items.length, paths: items.slice(0, NAMED_MAX) });
  return {
    added: named(added.filter((path) => isAdded.has(path)).sort()),
    changed: named(changed.map(([path]) => path).sort()),
    moved: named(moved),
    removed: named(removed.filter((path) => !gone.has(path)).sort()),
  };
}
