import { useSyncExternalStore } from 'react';
import { type State, startState } from './sandbox/state.ts';

const listeners = new Set<() => void>();

/** Changes of a story by this reader's requests. They last as long as the tab. */
export function readKeptState(story: string): State {
  try {
    const storedState: unknown = JSON.parse(sessionStorage.getItem(story) ?? 'null');
    // Safe, because only this file writes the entry.
    return { ...startState, ...Object(storedState) };
  } catch {
    return startState;
  }
}

export function keepState(story: string, state: State): void {
  try {
    sessionStorage.setItem(story, JSON.stringify(state));
  } catch {
    // Storage is unavailable, so each request begins with the story.
  }
  for (const listener of listeners) listener();
}

/** The changes as text, which is new when a request of any part of the page has changed something. */
export function useKeptText(story: string): string {
  return useSyncExternalStore(listen, () => JSON.stringify(readKeptState(story)));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
