import { NAVBAR_DESKTOP_MIN_PX } from '../../config/constants.ts';
import { NAVIGATION_ID } from './element-ids.ts';

const outside = ['.skip-link', '.notice-bar', '.navbar', 'main', '.footer'];

/** Keeps the focus inside while the drawer is open. Escape and the backdrop close it: the platform's work. */
export function drawerWillToggle(newState: string): void {
  for (const element of document.querySelectorAll<HTMLElement>(outside.join()))
    element.inert = newState === 'open';
}

export function closeDrawer(): void {
  const drawer = document.getElementById(NAVIGATION_ID);
  if (drawer?.matches(':popover-open')) drawer.hidePopover();
}

/** On a wide screen the same element stands beside the page, where an open popover would float. */
export function closeDrawerOnWideScreen(): void {
  matchMedia(`(width > ${NAVBAR_DESKTOP_MIN_PX}px)`).addEventListener('change', ({ matches }) => {
    if (matches) closeDrawer();
  });
}
