import { type State, startState } from './sandbox/state.ts';

/** What this reader's requests have changed of a story: kept in this tab, and gone with it. */
export function keptState(story: string): State {
  try {
    const storedState: unknown = JSON.parse(sessionStorage.getItem(story) ?? 'null');
    // Only this file writes it.
    return { ...startState, ...Object(storedState) };
  } catch {
    return startState;
  }
}

export function keepState(story: string, state: State): void {
  try {
    sessionStorage.setItem(story, JSON.stringify(state));
  } catch {
    // Without storage each request begins with the story.
  }
}
