import { createRoot, type Root } from 'react-dom/client';
import { remembered } from '../browser-storage.ts';
import type { ShellConfig } from '../page-data.ts';
import { Announcement } from './announcement.tsx';
import { ANNOUNCED_ID } from './element-ids.ts';
import { announcementStorageKey } from './storage-keys.ts';

/** As the server tells it; `null`: nothing; `undefined`: what the page itself says. */
type Told = (NonNullable<ShellConfig['announcement']> & { kind: string }) | null | undefined;

let root: Root | undefined;

/** Shows above the page what administrators say, in the place of what the page says itself. */
export function showAnnouncement(told: unknown): void {
  // Written by the same release as this script.
  const next = told as Told;
  const { documentElement } = document;
  const closed = remembered('local', announcementStorageKey);
  const ofThePage = document.querySelector<HTMLElement>(`#${ANNOUNCED_ID} ~ .announcement`);
  if (ofThePage) ofThePage.style.display = next === undefined ? '' : 'none';
  documentElement.toggleAttribute(
    'data-announcement-closed',
    next === undefined && closed !== null && closed === documentElement.dataset.announcement,
  );
  const place = document.getElementById(ANNOUNCED_ID);
  if (!place) return;
  const colour = next ? `color-mix(in oklab, var(--${next.kind}) 16%, var(--page))` : '';
  place.style.setProperty('--announcement', colour);
  root ??= createRoot(place);
  root.render(next && next.id !== closed ? <Announcement key={next.id} announcement={next} /> : null);
}
