import type { StoryCase, Token } from './story.ts';

/** Changes by the reader's requests since the beginning of the story. Small enough to be stored as text. */
export interface State {
  tokens: Record<string, Token>;
  ended: string[];
  codes: string[];
  /** Refresh token → user. */
  refresh: Record<string, string>;
  /** Whole, by uid; `null` where it was deleted. */
  cases: Record<string, StoryCase | null>;
  /** By path of the collection, then by key; `null` where it was deleted. */
  things: Record<string, Record<string, Record<string, unknown> | null>>;
  /** By relation, then by owner: all of its keys. */
  relations: Record<string, Record<string, string[]>>;
}

export const startState: State = {
  tokens: {},
  ended: [],
  codes: [],
  refresh: {},
  cases: {},
  things: {},
  relations: {},
};
