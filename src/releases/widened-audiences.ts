import type { Group } from '../config/audience.ts';
import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import { ownPageList } from '../model/pages.ts';
import {
  ARTICLE_STYLES_URL,
  atBasePath,
  LLMS_FULL_URL,
  LLMS_INDEX_URL,
  markdownPath,
  pageFileUrl,
  ROBOTS_URL,
  SITEMAP_URL,
} from '../model/urls.ts';

/** A page, or a file with an address of its own, that more people can read in one release than in the one before. */
interface WidenedPage {
  url: string;
  /** For people: `readers`, `staff, partners`, … */
  before: string;
  after: string;
}

type Audience = ManifestEntry['audience'];

/**
 * What becomes readable for more people. Data and Markdown of a page count as that page. A page that moved is compared
 * with where it was: by its redirect, or because the same content was at another address. A group that takes in further
 * claims of an identity provider has more people in it.
 *
 * Not compared: parts of a page (`<Audience>`), whose text isn't known here; lists that are made for each reader from
 * what they may see; scripts and styles without content.
 */
export function widenedPages(before: Manifest, after: Manifest): WidenedPage[] {
  const pageOf = pagesByAddress([before, after]);
  const isMadeForEach = new Set(addressesMadeForEach([before, after]));
  const earlier = new EarlierAudiences(before, after);
  const widened = new Map<string, WidenedPage>();
  for (const entry of after.entries) {
    const url = pageOf.get(entry.url) ?? entry.url;
    if (widened.has(url) || isMadeForEach.has(url)) continue;
    const narrower = earlier
      .of(entry)
      .find((audience) => isWider(entry.audience, after.groups, { than: audience, groups: before.groups }));
    if (narrower !== undefined)
      widened.set(url, { url, before: audienceText(narrower), after: audienceText(entry.audience) });
  }
  return [...widened.values()].sort((a, b) => (a.url < b.url ? -1 : 1));
}

const NAMED_MAX = 10;

/** `3 pages or files: /docs/a (staff → readers), /docs/b (…)`. */
export function widenedText(widened: readonly WidenedPage[]): string {
  const named = widened
    .slice(0, NAMED_MAX)
    .map(({ url, before, after }) => `${url} (${before} → ${after})`)
    .join(', ');
  const more = widened.length > NAMED_MAX ? `, and ${widened.length - NAMED_MAX} more` : '';
  return `${widened.length} ${widened.length === 1 ? 'page or file' : 'pages or files'}: ${named}${more}`;
}

/** Who could read what an entry holds in the release before. */
class EarlierAudiences {
  readonly #byUrl: ReadonlyMap<string, ManifestEntry>;
  readonly #byContent: ReadonlyMap<string, Audience>;
  readonly #movedFrom: ReadonlyMap<string, readonly { from: string }[]>;

  constructor(before: Manifest, after: Manifest) {
    this.#byUrl = new Map(before.entries.map((entry) => [entry.url, entry]));
    const stillThere = new Set(after.entries.map(({ url }) => url));
    const moved = after.redirects.filter(({ from }) => !stillThere.has(from));
    this.#movedFrom = Map.groupBy(moved, ({ to }) => to);
    const byContent = new Map<string, Audience>();
    for (const { hash, audience, cache } of before.entries) {
      const known = byContent.get(hash);
      // What was at several addresses was readable for whoever could read any of them.
      const isFirst =
        known === undefined || isWider(audience, before.groups, { than: known, groups: before.groups });
      if (cache !== 'immutable' && isFirst) byContent.set(hash, audience);
    }
    this.#byContent = byContent;
  }

  of({ url, hash }: ManifestEntry): Audience[] {
    const same = this.#byUrl.get(url);
    if (same) return same.cache === 'immutable' ? [] : [same.audience];
    const moved = (this.#movedFrom.get(url) ?? []).map(({ from }) => this.#byUrl.get(from)?.audience);
    return [...moved, this.#byContent.get(hash)].filter((audience) => audience !== undefined);
  }
}

/** Wider than another audience is one that has somebody in it whom the other doesn't have. */
function isWider(
  audience: Audience,
  groups: readonly Group[] | undefined,
  { than, groups: groupsBefore }: { than: Audience; groups: readonly Group[] | undefined },
): boolean {
  const [rank, rankBefore] = [rankOf(audience), rankOf(than)];
  if (rank !== rankBefore || typeof audience === 'string' || typeof than === 'string')
    return rank > rankBefore;
  const before = peopleIn(than, groupsBefore);
  return [...peopleIn(audience, groups)].some((people) => !before.has(people));
}

function rankOf(audience: Audience): number {
  if (typeof audience !== 'string') return 1;
  return { administrator: 0, reader: 2, public: 3, visitor: 3 }[audience];
}

/** Names of the groups, and the claims that lead into them. */
function peopleIn(names: readonly string[], groups: readonly Group[] = []): Set<string> {
  const claims = groups.flatMap((group) => (names.includes(group.name) ? group.claims : []));
  return new Set([...names.map((name) => `group ${name}`), ...claims.map((claim) => `claim ${claim}`)]);
}

function audienceText(audience: Audience): string {
  if (typeof audience !== 'string') return audience.join(', ');
  return { administrator: 'administrators', reader: 'readers', public: 'everybody', visitor: 'everybody' }[
    audience
  ];
}

/** Data and Markdown of a page, by their addresses. */
function pagesByAddress(manifests: readonly Manifest[]): Map<string, string> {
  return new Map(
    manifests.flatMap(({ entries, basePath }) =>
      entries
        .filter(({ cache }) => cache === 'page')
        .flatMap(({ url }) =>
          [pageFileUrl(url), pageFileUrl(atBasePath(url, basePath)), markdownPath(url)].map(
            (address) => [address, url] as const,
          ),
        ),
    ),
  );
}

function addressesMadeForEach(manifests: readonly Manifest[]): string[] {
  const lists = [SITEMAP_URL, ROBOTS_URL, LLMS_INDEX_URL, LLMS_FULL_URL, ARTICLE_STYLES_URL];
  const languages = manifests.flatMap((manifest) => manifest.languages);
  return languages.flatMap(({ path }) => [
    ...ownPageList.map(([, page]) => atBasePath(page.path, path)),
    ...lists.map((url) => atBasePath(url, path)),
    ...lists,
  ]);
}
