import type { SignedInUser } from '../../../accounts/account.ts';
import { joinBasePath, pageHref, removeBasePath } from '../../../model/urls.ts';
import { readPageTitles } from '../../../server/release/page-titles.ts';
import type { Release } from '../../../server/release/release.ts';
import { findFirstDay } from '../days.ts';
import type { MostReadPage } from './draw-most-read.ts';
import type { ReadingCounts } from './view-counts.ts';

/** Most pages listed. */
const LISTED_MAX = 5;
/** Days that count. */
const PERIOD_DAYS = 30;
/** Least views of a page, so that a visit or two don't show. */
const VIEWS_MIN = 10;
/** Least number of days on which it was opened. A reader who is busy on one day doesn't put a page on the list. */
const DAYS_MIN = 2;
/** Most pages considered, because a reader may be allowed to open only some of them. */
const CANDIDATES_MAX = 500;
/** How long the order of pages is stored. The dialog is opened much more often than it changes. */
const STORED_MS = 60_000;

type ListMostRead = (
  user: Pick<SignedInUser, 'role' | 'groups' | 'preview'>,
  release: Release,
) => Promise<MostReadPage[]>;

/** Lists the pages that readers open most among those that this user may read, in the language of the release. */
export function createMostRead(
  counts: Pick<ReadingCounts, 'listMostViewed'>,
  now: () => number = Date.now,
): ListMostRead {
  let cachedPaths: { until: number; paths: Promise<string[]> } | undefined;
  const readPaths = () => {
    if (cachedPaths === undefined || cachedPaths.until <= now()) {
      const paths = counts.listMostViewed({
        since: findFirstDay(PERIOD_DAYS),
        views: VIEWS_MIN,
        days: DAYS_MIN,
        limit: CANDIDATES_MAX,
      });
      cachedPaths = { until: now() + STORED_MS, paths };
      const forget = () => {
        cachedPaths = undefined;
      };
      // A new site gets its list with the first pages that have enough views.
      paths.then((pages) => pages.length === 0 && forget(), forget);
    }
    return cachedPaths.paths;
  };

  return async (user, release) => {
    const [paths, titles] = await Promise.all([readPaths(), readPageTitles(user, release)]);
    const titlesByPath = new Map(
      titles.flatMap(([path, title, kind]) =>
        kind === 'list' || title === '' ? [] : [[removeBasePath(path, release.basePath), title]],
      ),
    );
    return paths
      .filter((path) => path !== release.path && titlesByPath.has(path))
      .slice(0, LISTED_MAX)
      .map((path) => ({
        url: pageHref(joinBasePath(path, release.basePath)),
        title: titlesByPath.get(path) ?? '',
      }));
  };
}
