import { announcementTag } from '../../model/announcement-tag.ts';
import { inBackground } from '../../shared/in-background.ts';
import type { ShellConfig } from '../page-data.ts';

/** As the server tells it; `null`: nothing; `undefined`: what the page itself says. */
export type Told = (NonNullable<ShellConfig['announcement']> & { kind: string }) | null | undefined;

/** With the two seconds for which a server knows it, what is announced is on every open page within a minute. */
export const ANNOUNCED_EVERY_MS = 55_000;

let last: string | undefined;

export const announcedNow = (): string => last ?? announcementTag(undefined);

/** Told with each word about the session: what administrators say above every page. What few sites have, few pages load. */
export function learnAnnouncement(value: unknown): void {
  // Written by the same release as this script.
  const next = value as Told;
  const tag = announcementTag(next);
  // What comes with the page is no news.
  const isNews = last !== undefined && tag !== last;
  const isPlain = next === undefined && !isNews;
  last = tag;
  if (!isPlain)
    inBackground(import('./own-announcement.tsx').then((module) => module.showAnnouncement(next, isNews)));
}
