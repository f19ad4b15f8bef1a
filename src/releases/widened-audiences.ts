import type { Group } from '../config/audience.ts';
import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import { commonPages } from '../model/pages.ts';
import {
  ARTICLE_STYLES_URL,
  buildMarkdownPath,
  buildPageFileUrl,
  joinBasePath,
  LLMS_FULL_URL,
  LLMS_INDEX_URL,
  ROBOTS_URL,
  SITEMAP_URL,
} from '../model/urls.ts';

/** A page, or a file with its own URL, that more people can read than in the previous release. */
interface WidenedPage {
  url: string;
  /** The audience as text for messages: `readers`, `staff, partners`, … */
  before: string;
  after: string;
}

type Audience = ManifestEntry['audience'];

/**
 * Finds the pages that more people can read than before. The data and Markdown files of a page count as that page. A
 * moved page is compared with its earlier place, found by its redirect or by its content. A group that accepts more
 * claims of an identity provider counts as wider.
 *
 * The text of parts (`<Audience>`) isn't known here. A page counts as wider if it has fewer parts for the same readers
 * than before: the missing one was deleted, or its text is now shown to more people.
 *
 * Not compared: lists that the server creates for each reader; scripts and styles, which contain no content.
 */
export function findWidenedPages(before: Manifest, after: Manifest): WidenedPage[] {
  const pageByUrl = indexPagesByUrl([before, after]);
  const perReaderUrls = new Set(listPerReaderUrls([before, after]));
  const earlierAudiences = new EarlierAudiences(before, after);
  const widenedPages = new Map<string, WidenedPage>();
  for (const entry of after.entries) {
    const url = pageByUrl.get(entry.url) ?? entry.url;
    if (widenedPages.has(url) || perReaderUrls.has(url)) continue;
    const narrower = earlierAudiences
      .find(entry)
      .find((audience) => isWider(entry.audience, after.groups, { than: audience, groups: before.groups }));
    if (narrower !== undefined)
      widenedPages.set(url, {
        url,
        before: describeAudience(narrower),
        after: describeAudience(entry.audience),
      });
  }
  for (const page of findWidenedParts(before, after))
    if (!widenedPages.has(page.url)) widenedPages.set(page.url, page);
  return [...widenedPages.values()].sort((a, b) => (a.url < b.url ? -1 : 1));
}

/** Finds the pages that have lost a part for some readers, while the page itself is for more readers than that. */
function findWidenedParts(before: Manifest, after: Manifest): WidenedPage[] {
  const entriesByUrl = new Map(after.entries.map((entry) => [entry.url, entry]));
  const partsByUrl = new Map(after.parts?.map(({ url, audiences }) => [url, audiences]));
  const newUrls = new Map(after.redirects.map(({ from, to }) => [from, to]));
  return (before.parts ?? []).flatMap(({ url: urlBefore, audiences }) => {
    const url = entriesByUrl.has(urlBefore) ? urlBefore : (newUrls.get(urlBefore) ?? urlBefore);
    const page = entriesByUrl.get(url);
    if (!page) return [];
    const isWiderNow = (audience: Audience, than: Audience) =>
      isWider(audience, after.groups, { than, groups: before.groups });
    const partsNow = [...(partsByUrl.get(url) ?? [])];
    /** Returns the parts before that have no counterpart now, and removes the counterparts of the others. */
    const matchParts = (
      partsBefore: readonly Audience[],
      isMatch: (now: Audience, before: Audience) => boolean,
    ) =>
      partsBefore.filter((audienceBefore) => {
        const match = partsNow.findIndex(
          (audience) => isMatch(audience, audienceBefore) && !isWiderNow(audience, audienceBefore),
        );
        if (match !== -1) partsNow.splice(match, 1);
        return match === -1;
      });
    const restrictedAudiences = audiences.filter((audience) => isWiderNow(page.audience, audience));
    const isSame = (now: Audience, before: Audience) => describeAudience(now) === describeAudience(before);
    const [missing] = matchParts(matchParts(restrictedAudiences, isSame), () => true);
    if (missing === undefined) return [];
    const audienceNow = partsNow.find((audience) => isWiderNow(audience, missing)) ?? page.audience;
    return [{ url, before: `a part for ${describeAudience(missing)}`, after: describeAudience(audienceNow) }];
  });
}

const NAMED_MAX = 10;

/** Describes the pages for a message: `3 pages or files: /docs/a (staff → readers), /docs/b (…)`. */
export function describeWidenedPages(widenedPages: readonly WidenedPage[]): string {
  const examples = widenedPages
    .slice(0, NAMED_MAX)
    .map(({ url, before, after }) => `${url} (${before} → ${after})`)
    .join(', ');
  const more = widenedPages.length > NAMED_MAX ? `, and ${widenedPages.length - NAMED_MAX} more` : '';
  return `${widenedPages.length} ${widenedPages.length === 1 ? 'page or file' : 'pages or files'}: ${examples}${more}`;
}

/** Finds out who could read the content of an entry in the previous release. */
class EarlierAudiences {
  readonly #byUrl: ReadonlyMap<string, ManifestEntry>;
  readonly #byContent: ReadonlyMap<string, Audience>;
  readonly #movedFrom: ReadonlyMap<string, readonly { from: string }[]>;

  constructor(before: Manifest, after: Manifest) {
    this.#byUrl = new Map(before.entries.map((entry) => [entry.url, entry]));
    const currentUrls = new Set(after.entries.map(({ url }) => url));
    const movedRedirects = after.redirects.filter(({ from }) => !currentUrls.has(from));
    this.#movedFrom = Map.groupBy(movedRedirects, ({ to }) => to);
    const byContent = new Map<string, Audience>();
    for (const { hash, audience, cache } of before.entries) {
      const earlierAudience = byContent.get(hash);
      // If content has several URLs, everyone who could read one of them could read it.
      const isWidest =
        earlierAudience === undefined ||
        isWider(audience, before.groups, { than: earlierAudience, groups: before.groups });
      if (cache !== 'immutable' && isWidest) byContent.set(hash, audience);
    }
    this.#byContent = byContent;
  }

  find({ url, hash }: ManifestEntry): Audience[] {
    const earlierEntry = this.#byUrl.get(url);
    if (earlierEntry) return earlierEntry.cache === 'immutable' ? [] : [earlierEntry.audience];
    const movedAudiences = (this.#movedFrom.get(url) ?? []).map(
      ({ from }) => this.#byUrl.get(from)?.audience,
    );
    return [...movedAudiences, this.#byContent.get(hash)].filter((audience) => audience !== undefined);
  }
}

/** Whether an audience includes someone whom the other one, `than`, doesn't include. */
function isWider(
  audience: Audience,
  groups: readonly Group[] | undefined,
  { than, groups: groupsBefore }: { than: Audience; groups: readonly Group[] | undefined },
): boolean {
  const [rank, rankBefore] = [rankAudience(audience), rankAudience(than)];
  if (rank !== rankBefore || typeof audience === 'string' || typeof than === 'string')
    return rank > rankBefore;
  const before = listMembers(than, groupsBefore);
  return [...listMembers(audience, groups)].some((people) => !before.has(people));
}

function rankAudience(audience: Audience): number {
  if (typeof audience !== 'string') return 1;
  return { administrator: 0, reader: 2, public: 3, visitor: 3 }[audience];
}

/** Lists the groups and the claims whose holders are in them, as comparable texts. */
function listMembers(names: readonly string[], groups: readonly Group[] = []): Set<string> {
  const claims = groups.flatMap((group) => (names.includes(group.name) ? group.claims : []));
  return new Set([...names.map((name) => `group ${name}`), ...claims.map((claim) => `claim ${claim}`)]);
}

function describeAudience(audience: Audience): string {
  if (typeof audience !== 'string') return audience.join(', ');
  return { administrator: 'administrators', reader: 'readers', public: 'everyone', visitor: 'everyone' }[
    audience
  ];
}

/** Maps the URLs of data and Markdown files to the page that they belong to. */
function indexPagesByUrl(manifests: readonly Manifest[]): Map<string, string> {
  return new Map(
    manifests.flatMap(({ entries, basePath }) =>
      entries
        .filter(({ cache }) => cache === 'page')
        .flatMap(({ url }) =>
          [buildPageFileUrl(url), buildPageFileUrl(joinBasePath(url, basePath)), buildMarkdownPath(url)].map(
            (fileUrl) => [fileUrl, url] as const,
          ),
        ),
    ),
  );
}

/** Lists the URLs whose content the server creates for each reader. */
function listPerReaderUrls(manifests: readonly Manifest[]): string[] {
  const lists = [SITEMAP_URL, ROBOTS_URL, LLMS_INDEX_URL, LLMS_FULL_URL, ARTICLE_STYLES_URL];
  const languages = manifests.flatMap((manifest) => manifest.languages);
  return languages.flatMap(({ path }) => [
    // Pages of features are for administrators, or are new, so they can't be widened.
    ...Object.values(commonPages).map((page) => joinBasePath(page.path, path)),
    ...lists.map((url) => joinBasePath(url, path)),
    ...lists,
  ]);
}
