import { type State, startState } from './sandbox/state.ts';

/** Changes of a story by this reader's requests. They last as long as the tab. */
export function keptState(story: string): State {
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
    // Without storage each request begins with the story.
  }
}
