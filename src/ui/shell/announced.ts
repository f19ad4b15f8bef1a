let isKnown = false;

/** Told with each word about the session: what administrators say above every page. What few sites have, few pages load. */
export function learnAnnouncement(told: unknown): void {
  if (told === undefined && !isKnown) return;
  isKnown = true;
  void import('./own-announcement.tsx').then(({ showAnnouncement }) => showAnnouncement(told));
}
