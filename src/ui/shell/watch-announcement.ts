import { ANNOUNCED_URL } from '../../model/urls.ts';
import { inBackground } from '../../shared/in-background.ts';
import { ANNOUNCED_EVERY_MS, announcedNow, learnAnnouncement } from './announced.ts';

/** Asks from now on what is announced, while somebody may be looking. */
export function watchAnnouncement(): void {
  let checkedAt = 0;
  async function ask(): Promise<void> {
    if (document.hidden) return;
    checkedAt = Date.now();
    try {
      const response = await fetch(ANNOUNCED_URL, {
        cache: 'no-store',
        headers: { 'if-none-match': announcedNow() },
      });
      if (response.ok) learnAnnouncement((await response.json()).announcement);
    } catch {
      // It is asked again.
    }
  }
  setInterval(() => inBackground(ask()), ANNOUNCED_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (Date.now() - checkedAt >= ANNOUNCED_EVERY_MS) inBackground(ask());
  });
  inBackground(ask());
}
