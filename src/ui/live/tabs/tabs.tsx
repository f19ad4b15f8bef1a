import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { recall, remember } from '../../browser-storage.ts';
import { tabsStorageKey } from '../../shell/storage-keys.ts';
import { createExternalStore } from '../../store.ts';

interface TabsProps {
  items: {
    value: string;
    /** Text of the label. */
    label: string;
    /** Number of the slot that is shown in place of the text. */
    labelSlot?: number;
    className?: string;
  }[];
  selected: string;
  /** Tabs of a group share their selection across pages. */
  groupId?: string | undefined;
  /** Query parameter that names the selected tab. */
  queryKey?: string | undefined;
  className?: string;
  /** HTML of the panels and of drawn labels, on the server; in the browser it is in the page already. */
  slots?: readonly string[];
}

export function Tabs({ items, selected, groupId, queryKey, className, slots }: TabsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [ownValue, setOwnValue] = useState(selected);
  const shared = useSyncExternalStore(
    choices.subscribe,
    () => readChosenTab({ groupId, queryKey }),
    () => undefined,
  );
  // The selection of a group may be one that these tabs don't offer.
  const current = items.some(({ value }) => value === shared) ? shared : ownValue;

  const choose = (value: string) => {
    const before = list.current?.getBoundingClientRect().top ?? 0;
    flushSync(() => {
      setOwnValue(value);
      chooseTab({ groupId, queryKey }, value);
    });
    // Tabs above may have changed their height. Keep the pressed tab under the pointer.
    scrollBy({ top: (list.current?.getBoundingClientRect().top ?? 0) - before, behavior: 'instant' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const position = items.findIndex(({ value }) => value === current);
    const target = findTarget(event.key, position, items.length);
    const item = target === undefined ? undefined : items[target];
    if (!item || target === undefined) return;
    event.preventDefault();
    choose(item.value);
    const tab = list.current?.children[target];
    if (tab instanceof HTMLElement) tab.focus();
  };

  return (
    <div className="tabs-container theme-tabs-container">
      {/* Styles of sites rely on this markup. */}
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above */}
      <ul role="tablist" className={joinNames('tabs', className)} ref={list}>
        {items.map(({ value, label, labelSlot, className }) => (
          // The tab's keys are the list's: arrows, Home and End.
          <li
            key={value}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as the list
            role="tab"
            className={joinNames('tabs__item', className, value === current && 'tabs__item--active')}
            tabIndex={value === current ? 0 : -1}
            aria-selected={value === current}
            onClick={() => choose(value)}
            onKeyDown={onKeyDown}
            {...(labelSlot === undefined ? { children: label } : toSlotHtml(slots?.[labelSlot]))}
          />
        ))}
      </ul>
      <div className="tabs-panels">
        {items.map(({ value, label }, index) => (
          <div
            key={value}
            role="tabpanel"
            aria-label={label}
            hidden={value !== current}
            {...toSlotHtml(slots?.[index])}
          />
        ))}
      </div>
    </div>
  );
}

/** HTML that was compiled from the documentation. In the browser the page already has it, and React leaves it alone. */
function toSlotHtml(html = '') {
  return { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: html } };
}

function joinNames(...parts: (string | undefined | false)[]): string {
  return parts.filter(Boolean).join(' ');
}

function findTarget(key: string, at: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % count,
    ArrowLeft: (at - 1 + count) % count,
    Home: 0,
    End: count - 1,
    Enter: at,
    ' ': at,
  };
  return targets[key];
}

/**
 * The tab that the reader chose in a group, on any page, and a function that chooses another: for live parts that offer
 * the same choice. Undefined until the reader chooses.
 */
export function useTabChoice(groupId: string): [value: string | undefined, choose: (value: string) => void] {
  const value = useSyncExternalStore(
    choices.subscribe,
    () => readChosenTab({ groupId }),
    () => undefined,
  );
  return [value, (chosenValue) => chooseTab({ groupId }, chosenValue)];
}

/** Selections by group. Without storage they last as long as the shell. */
const choices = createExternalStore<ReadonlyMap<string, string>>(new Map());

/** Keys that identify the reader's selection. */
type TabsKeys = Pick<TabsProps, 'groupId' | 'queryKey'>;

/** The selection from the URL, else the one that the reader made in this group. */
function readChosenTab({ groupId, queryKey }: TabsKeys): string | undefined {
  const queryValue = queryKey === undefined ? null : new URLSearchParams(location.search).get(queryKey);
  if (queryValue !== null || groupId === undefined) return queryValue ?? undefined;
  return choices.get().get(groupId) ?? recall('local', tabsStorageKey(groupId)) ?? undefined;
}

/** Stores only clicks, not selections from a URL. */
function chooseTab({ groupId, queryKey }: TabsKeys, value: string): void {
  const chosenValues = new Map(choices.get());
  if (groupId !== undefined) {
    chosenValues.set(groupId, value);
    remember('local', tabsStorageKey(groupId), value);
  }
  if (queryKey !== undefined) {
    const address = new URL(location.href);
    address.searchParams.set(queryKey, value);
    history.replaceState(history.state, '', address);
  }
  choices.set(chosenValues);
}
