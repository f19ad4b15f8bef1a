import { remember, remembered } from '../../browser-storage.ts';
import { tabsStorageKey } from '../../shell/storage-keys.ts';

const listeners = new Set<() => void>();
/** Where storage is switched off, a choice lasts as long as the shell. */
const choices = new Map<string, string | undefined>();

/** Where tabs look for what the reader wants to see. */
interface TabsPlace {
  /** Tabs of one group stay in step across pages. */
  groupId?: string | undefined;
  /** Parameter of the address. */
  queryKey?: string | undefined;
}

/** What the address says; else what the reader chose in this group of tabs, on this page or an earlier one. */
export function chosenTab({ groupId, queryKey }: TabsPlace): string | undefined {
  const said = queryKey === undefined ? null : new URLSearchParams(location.search).get(queryKey);
  return said ?? (groupId === undefined ? undefined : rememberedTab(groupId));
}

function rememberedTab(group: string): string | undefined {
  if (!choices.has(group)) choices.set(group, remembered('local', tabsStorageKey(group)) ?? undefined);
  return choices.get(group);
}

/** Only what was clicked is remembered, not what an address said. */
export function chooseTab({ groupId, queryKey }: TabsPlace, value: string): void {
  if (groupId !== undefined) {
    choices.set(groupId, value);
    remember('local', tabsStorageKey(groupId), value);
  }
  if (queryKey !== undefined) {
    const address = new URL(location.href);
    address.searchParams.set(queryKey, value);
    history.replaceState(history.state, '', address);
  }
  for (const listener of listeners) listener();
}

export function subscribeToTabs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
