import { createRoot, type Root } from 'react-dom/client';
import { recall } from '../../browser-storage.ts';
import { announce } from '../announcer.tsx';
import { ANNOUNCED_ID } from '../element-ids.ts';
import { announcementStorageKey } from '../storage-keys.ts';
import type { ServerAnnouncement } from './announced.ts';
import { Announcement } from './announcement.tsx';

let root: Root | undefined;

/**
 * Shows the administrators' announcement instead of the configured one. Announces it to screen readers if it is news.
 */
export function showAnnouncement(next: ServerAnnouncement, isNews: boolean): void {
  const { documentElement } = document;
  const closed = recall('local', announcementStorageKey);
  const ofThePage = document.querySelector<HTMLElement>(`#${ANNOUNCED_ID} ~ .announcement`);
  if (ofThePage) ofThePage.style.display = next === undefined ? '' : 'none';
  documentElement.toggleAttribute(
    'data-announcement-closed',
    next === undefined && closed !== null && closed === documentElement.dataset.announcement,
  );
  const container = document.getElementById(ANNOUNCED_ID);
  if (!container) return;
  const colour = next ? `color-mix(in oklab, var(--${next.kind}) 16%, var(--page))` : '';
  container.style.setProperty('--announcement', colour);
  root ??= createRoot(container);
  const isOpen = next && next.id !== closed;
  root.render(isOpen ? <Announcement key={next.id} announcement={next} /> : null);
  if (isOpen && isNews) announce(readText(next.html));
}

function readText(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.textContent;
}
