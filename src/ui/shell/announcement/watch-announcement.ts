import { ANNOUNCED_URL } from '../../../model/urls.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { ANNOUNCED_EVERY_MS, learnAnnouncement, readAnnounced } from './announced.ts';

/** Checks the announcement regularly while the page is visible. */
export function watchAnnouncement(): void {
  let checkedAt = 0;
  async function ask(): Promise<void> {
    if (document.hidden) return;
    checkedAt = Date.now();
    try {
      const response = await fetch(ANNOUNCED_URL, {
        cache: 'no-store',
        headers: { 'if-none-match': readAnnounced() },
      });
      if (response.ok) learnAnnouncement((await response.json()).announcement);
    } catch {
      // The next check tries again.
    }
  }
  setInterval(() => runInBackground(ask()), ANNOUNCED_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (Date.now() - checkedAt >= ANNOUNCED_EVERY_MS) runInBackground(ask());
  });
  runInBackground(ask());
}
