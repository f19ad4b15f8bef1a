import { remember, remembered } from '../../browser-storage.ts';

/** `first-script.ts` reads it too. */
const storageKey = (group: string): string => `tabs:${group}`;

const listeners = new Set<() => void>();
/** Where storage is switched off, a choice lasts as long as the shell. */
const choices = new Map<string, string | undefined>();

/** What the reader chose in this group of tabs, on this page or an earlier one. */
export function chosenTab(group: string): string | undefined {
  if (!choices.has(group)) choices.set(group, remembered('local', storageKey(group)) ?? undefined);
  return choices.get(group);
}

export function chooseTab(group: string, value: string): void {
  choices.set(group, value);
  remember('local', storageKey(group), value);
  for (const listener of listeners) listener();
}

export function subscribeToTabs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
