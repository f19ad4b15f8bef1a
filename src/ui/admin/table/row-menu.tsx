import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ConfirmDialog, type Question } from '../../confirm-dialog.tsx';
import { Ellipsis } from '../icons.tsx';

export interface MenuItem {
  label: string;
  onSelect: () => void;
  /** The menu asks it before an action that can't be undone. */
  question?: Question | undefined;
}

/** Menu button with the actions of a row: https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/ */
export function RowMenu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [openedAt, setOpened] = useState<'first' | 'last'>();
  const [askedItem, setAskedItem] = useState<{ question: Question; onSelect: () => void }>();
  const close = () => {
    setOpened(undefined);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button row-menu__button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={openedAt !== undefined}
        aria-controls={openedAt && id}
        onClick={() => setOpened((now) => (now ? undefined : 'first'))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpened(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        <Ellipsis size={18} />
      </button>
      {openedAt && (
        <OpenMenu
          id={id}
          label={label}
          items={items}
          begin={openedAt}
          below={button}
          onLeave={() => setOpened(undefined)}
          onSelect={({ onSelect, question }) => {
            close();
            if (question) setAskedItem({ question, onSelect });
            else onSelect();
          }}
          onClose={close}
        />
      )}
      {askedItem && (
        <ConfirmDialog
          {...askedItem.question}
          onConfirm={() => {
            setAskedItem(undefined);
            askedItem.onSelect();
          }}
          onCancel={() => setAskedItem(undefined)}
        />
      )}
    </>
  );
}

interface OpenMenuProps {
  id: string;
  label: string;
  items: readonly MenuItem[];
  begin: 'first' | 'last';
  below: { current: HTMLElement | null };
  onSelect: (item: MenuItem) => void;
  /** The focus has already moved elsewhere. */
  onLeave: () => void;
  /** Closes the menu and returns the focus. */
  onClose: () => void;
}

function OpenMenu({ id, label, items, begin, below, onSelect, onLeave, onClose }: OpenMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    const element = menu.current;
    const anchor = below.current;
    if (!element || !anchor) return;
    element.showPopover();
    const isAbove = !fitsBelow(element, anchor);
    const placeMenu = () => putBeside(element, anchor, isAbove);
    placeMenu();
    const all = findItems(element);
    all[begin === 'first' ? 0 : all.length - 1]?.focus({ preventScroll: true });
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && (element.contains(event.target) || anchor.contains(event.target)))
        return;
      leave.current();
    };
    const over = new AbortController();
    const { signal } = over;
    document.addEventListener('pointerdown', closeOutside, { signal });
    addEventListener('resize', placeMenu, { signal });
    // The menu scrolls with the page. A table that is wider than the page scrolls by itself.
    addEventListener('scroll', placeMenu, { signal, capture: true });
    return () => over.abort();
  }, [begin, below]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = findItems(event.currentTarget);
    const index = all.findIndex((item) => item.matches(':focus'));
    const to = findKeyTarget(event, all, index);
    if (event.key === 'Tab') onLeave();
    else if (event.key === 'Escape') onClose();
    else if (!to) return;
    to?.focus();
    if (event.key !== 'Tab') event.preventDefault();
  };

  return (
    // The popover isn't `auto`: that closes before a click on the button fires, so the click would open it again.
    <div
      ref={menu}
      id={id}
      className="row-menu"
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="row-menu__item"
          data-dangerous={item.question && ''}
          onClick={() => onSelect(item)}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}

function findItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

function findKeyTarget(
  { key }: KeyboardEvent,
  all: readonly HTMLElement[],
  at: number,
): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return all[(at + 1) % all.length];
    case 'ArrowUp':
      return all[(at - 1 + all.length) % all.length];
    case 'Home':
      return all[0];
    case 'End':
      return all.at(-1);
    default: {
      // A letter moves to the next item that starts with it.
      if (key.length !== 1) return undefined;
      const round = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      return round.find(({ textContent }) => textContent?.toLowerCase().startsWith(key.toLowerCase()));
    }
  }
}

const GAP_PX = 4;

/** Whether the menu has its place below the button. It also has it there if there is no room above. */
function fitsBelow(menu: HTMLElement, anchor: HTMLElement): boolean {
  const { top, bottom } = anchor.getBoundingClientRect();
  const height = menu.offsetHeight + GAP_PX;
  return bottom + height <= innerHeight || top < height;
}

/** Places the menu above or below the button, aligned with its end. */
function putBeside(menu: HTMLElement, anchor: HTMLElement, isAbove: boolean): void {
  const { top, bottom, right } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  menu.style.left = `${scrollX + Math.max(8, right - width)}px`;
  menu.style.top = `${scrollY + (isAbove ? top - GAP_PX - height : bottom + GAP_PX)}px`;
}
