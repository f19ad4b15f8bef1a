import { computeAnnouncementTag } from '../../../model/announcement-tag.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import type { ShellConfig } from '../../page-data.ts';

/** The announcement from the server. `null`: none. `undefined`: the configured one. */
export type ServerAnnouncement =
  | (NonNullable<ShellConfig['announcement']> & { kind: string })
  | null
  | undefined;

/** The server caches it for two seconds, so all open pages show it within a minute. */
export const ANNOUNCED_EVERY_MS = 55_000;

let last: string | undefined;

export const readAnnounced = (): string => last ?? computeAnnouncementTag(undefined);

/**
 * Shows the announcement that each session check returns. Loads the code for it only if there is one, as few sites have
 * one.
 */
export function learnAnnouncement(value: unknown): void {
  // The same release wrote it.
  const next = value as ServerAnnouncement;
  const tag = computeAnnouncementTag(next);
  // The page already shows this announcement.
  const isNews = last !== undefined && tag !== last;
  const isPlain = next === undefined && !isNews;
  last = tag;
  if (!isPlain)
    runInBackground(import('./own-announcement.tsx').then((module) => module.showAnnouncement(next, isNews)));
}
