import type { SignedInUser } from '../../accounts/account.ts';
import { buildTitlesUrl } from '../../model/urls.ts';
import { readEntryText } from './damaged-file.ts';
import { type Entry, type Release, resolveEntry } from './release.ts';
import { findEntryFor } from './views.ts';

/** A listed page. Its path includes the base path. `list`: a page that only lists others, such as that of a tag. */
type TitledPage = readonly [path: string, title: string, kind?: 'list'];

const cachedTitles = new WeakMap<Entry, Promise<readonly TitledPage[]>>();

/** Reads the titles of all pages that this user may read, in the language of the release. */
export async function readPageTitles(
  user: Pick<SignedInUser, 'role' | 'groups' | 'preview'> | undefined,
  release: Pick<Release, 'entries' | 'views' | 'path'>,
): Promise<readonly TitledPage[]> {
  const titlesEntry = findEntryFor(user, release, buildTitlesUrl(release.path));
  if (titlesEntry === undefined) return [];
  const entry = await resolveEntry(titlesEntry);
  // The build that wrote the manifest also wrote this file.
  const titles =
    cachedTitles.get(entry) ?? readEntryText(entry).then((text): TitledPage[] => JSON.parse(text));
  cachedTitles.set(entry, titles);
  titles.catch(() => cachedTitles.delete(entry));
  return titles;
}
