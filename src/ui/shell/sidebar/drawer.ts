import { NAVBAR_DESKTOP_MIN_PX } from '../../../config/constants.ts';
import { NAVIGATION_ID } from '../element-ids.ts';

const outsideSelectors = ['.skip-link', '.notice-bar', '.navbar', 'main', '.footer'];

/** Keeps the focus inside the open drawer. The browser closes it by Escape and backdrop. */
export function handleDrawerToggle(newState: string): void {
  for (const element of document.querySelectorAll<HTMLElement>(outsideSelectors.join()))
    element.inert = newState === 'open';
}

export function closeDrawer(): void {
  const drawer = document.getElementById(NAVIGATION_ID);
  if (drawer?.matches(':popover-open')) drawer.hidePopover();
}

/** Closes the drawer on wide screens, where the element is beside the page and an open popover would float. */
export function closeDrawerOnWideScreen(): void {
  matchMedia(`(width > ${NAVBAR_DESKTOP_MIN_PX}px)`).addEventListener('change', ({ matches }) => {
    if (matches) closeDrawer();
  });
}
