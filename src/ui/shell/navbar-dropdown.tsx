import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { NavbarItem } from '../navigation-data.ts';

interface Props {
  item: NavbarItem;
  label: string;
  menu: 'bar' | 'drawer';
  /** Items of a list. */
  children: ReactNode;
}

/** A menu that opens without scripts too; the browser closes it when another of the bar is opened. */
export function NavbarDropdown({ item, label, menu, children }: Props) {
  const classes = ['navbar__item', 'dropdown', item.right && 'dropdown--right', item.className];
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      <details
        name={`navbar-${menu}`}
        onKeyDown={closeOnEscape}
        onBlur={menu === 'bar' ? closeWhenLeft : undefined}
        onClick={closeOnLink}
      >
        <summary className="navbar__link" {...item.attributes}>
          {label}
        </summary>
        <ul className="dropdown__menu">{children}</ul>
      </details>
    </li>
  );
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) currentTarget.open = false;
}

/** The next page comes without a load, and the menu would stay. */
function closeOnLink({ currentTarget, target }: MouseEvent<HTMLDetailsElement>): void {
  if (target instanceof Element && target.closest('a')) currentTarget.open = false;
}
