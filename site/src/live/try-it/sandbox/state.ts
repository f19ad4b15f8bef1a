import type { StoryCase, Token } from './story.ts';

/** Changes by the reader's requests since the beginning of the story. Small enough to be stored as text. */
export interface State {
  tokens: Record<string, Token>;
  ended: string[];
  codes: string[];
  /** Refresh token → user. */
  refresh: Record<string, string>;
  /** The changed cases by their uid, complete; `null` for a deleted one. */
  cases: Record<string, StoryCase | null>;
  /** Changed things by the path of their collection, then by key; `null` for a deleted one. */
  things: Record<string, Record<string, Record<string, unknown> | null>>;
  /** All keys that an owner has in a relation, by relation and owner. */
  relations: Record<string, Record<string, string[]>>;
  /** Values of the story's things before their first change, by collection: what they used then. */
  freed: Record<string, string[]>;
}

export const startState: State = {
  tokens: {},
  ended: [],
  codes: [],
  refresh: {},
  cases: {},
  things: {},
  relations: {},
  freed: {},
};
