import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react';

/** Place of a menu: `bar` on wide screens, `drawer` on narrow ones. */
export type MenuPlace = 'bar' | 'drawer';

/** A menu that opens without scripts, too. The browser closes it when another one of the same place opens. */
export function Dropdown({ place, children }: { place: MenuPlace; children: ReactNode }) {
  return (
    <details
      name={`navbar-${place}`}
      onKeyDown={closeOnEscape}
      onBlur={place === 'bar' ? closeWhenLeft : undefined}
      onClick={closeOnLink}
    >
      {children}
    </details>
  );
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const { key, currentTarget } = event;
  if (key !== 'Escape' || !currentTarget.open) return;
  // The key closes the menu only, not the drawer that it may be in.
  event.preventDefault();
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) currentTarget.open = false;
}

/** Closes the menu, which would stay open because the next page doesn't reload. */
function closeOnLink({ currentTarget, target }: MouseEvent<HTMLDetailsElement>): void {
  if (target instanceof Element && target.closest('a')) currentTarget.open = false;
}
