import * as texts from 'virtual:site/texts';
import { type AutocompleteApi, type AutocompleteState, createAutocomplete } from '@algolia/autocomplete-core';
import type { FormEvent, KeyboardEvent, MouseEvent } from 'react';
import { SEARCH_STALLED_MS } from '../../config/constants.ts';
import { buildSearchUrl } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { goToSignIn } from '../navigation/session.ts';
import { createExternalStore, type ExternalStore } from '../store.ts';
import { listMatchedWords, markOnArrival } from './mark-words.ts';
import { reportOpened, type SearchScope, searchDocs } from './search-client.ts';
import {
  addFavourite,
  addOpened,
  createHistoryKeeper,
  removeHit,
  selectShownRecent,
} from './search-history.ts';
import { createItem, groupItems, type SearchItem, type StoredHit } from './search-item.ts';

/** State of the dialog. */
export interface SearchState extends AutocompleteState<SearchItem> {
  /** Whether the last query got no response. */
  failed: boolean;
  /** Data of the last response. */
  lastAnswer: { query: string; nbHits: number; suggestions: string[] };
}

/** Runs the search dialog: answers queries as the reader types, and remembers what they opened. */
export interface SearchController {
  autocomplete: AutocompleteApi<SearchItem, FormEvent, MouseEvent, KeyboardEvent>;
  state: ExternalStore<SearchState>;
  /** The scope in which the dialog searches. It is set each time the dialog opens. */
  scope(): SearchScope;
  /** Whether the reader isn't signed in. */
  isVisitor: boolean;
  /** Sections that the dialog links to if there are no results. */
  sections: readonly SearchSection[];
  /** Closes the dialog. */
  close(): void;
  /** Adds an opened result to the favourites. */
  favour(hit: StoredHit): void;
  /** Removes a result from the recent ones and the favourites. */
  forget(hit: StoredHit): void;
}

/** Ids of sources other than results. */
export const RECENT = 'recent';
export const FAVOURITES = 'favourites';

/** A top-level section of the documentation. */
export type SearchSection = Pick<StoredHit, 'url' | 'title'>;

interface SearchOptions {
  /** Results per section. */
  resultsPerGroup: number;
  /** Scope of the current page. */
  scope(): SearchScope;
  /** Whether the reader isn't signed in. */
  isVisitor: boolean;
  /** Sections of the documentation, to begin with where there is nothing else. */
  sections: readonly SearchSection[];
  /** Closes the dialog. */
  close: () => void;
}

export function createSearchController({
  resultsPerGroup,
  scope,
  isVisitor,
  sections,
  close,
}: SearchOptions): SearchController {
  const history = createHistoryKeeper();
  const state = createExternalStore<SearchState>({
    activeItemId: null,
    collections: [],
    completion: null,
    context: {},
    isOpen: false,
    query: '',
    status: 'idle',
    failed: false,
    lastAnswer: { query: '', nbHits: 0, suggestions: [] },
  });
  const change = (changes: Partial<SearchState>) => state.set({ ...state.get(), ...changes });

  const createSource = (sourceId: string, items: SearchItem[]) => ({
    sourceId,
    getItems: () => items,
    getItemUrl: ({ item }: { item: SearchItem }) => item.url,
    onSelect: ({ item, event }: { item: SearchItem; event: unknown }) => {
      history.change((entries) => addOpened(entries, item.stored));
      if (item.queryID !== undefined) reportOpened(item.objectID, item.queryID);
      if (opensElsewhere(event)) return;
      markOnArrival(item.url, listMatchedWords([item.title, item.passage, item.path]));
      close();
    },
  });

  /** The query that was asked again because its answer was late. It is asked twice at most. */
  let repeatedQuery: string | undefined;
  async function findSources(query: string) {
    if (query.trim() === '') {
      const entries = await history.waitUntilLoaded();
      change({ failed: false });
      return [
        createSource(RECENT, selectShownRecent(entries).map(toSearchItem)),
        createSource(FAVOURITES, entries.favourites.map(toSearchItem)),
      ];
    }
    const result = await searchDocs(query, scope());
    switch (result.outcome) {
      case 'signed-out':
        goToSignIn();
        return [];
      case 'failed':
        // The library sets the status `error` but resets it at once, so it is stored here.
        change({ failed: true });
        // A busy server or a slow network. Readers who type on have asked for something else.
        if (result.isLate && query === state.get().query && query !== repeatedQuery) {
          repeatedQuery = query;
          runInBackground(autocomplete.refresh());
        }
        return [];
      case 'found': {
        const { hits, nbHits, queryID, suggestions } = result;
        repeatedQuery = undefined;
        change({ failed: false, lastAnswer: { query, nbHits, suggestions } });
        const items = hits.map((hit) => createItem(hit, queryID));
        return groupItems(items, resultsPerGroup, texts.bestResults).map((group) =>
          createSource(group.section, group.items),
        );
      }
    }
  }

  const autocomplete = createAutocomplete<SearchItem, FormEvent, MouseEvent, KeyboardEvent>({
    id: 'search',
    defaultActiveItemId: 0,
    openOnFocus: true,
    placeholder: texts.search,
    stallThreshold: SEARCH_STALLED_MS,
    insights: false,
    shouldPanelOpen: () => true,
    onStateChange: ({ state: changes }) => change(changes),
    onSubmit: ({ state: { query } }) => {
      close();
      location.assign(buildSearchUrl(query));
    },
    getSources: ({ query }) => findSources(query),
  });

  const changeHistory = (by: Parameters<typeof history.change>[0]) => {
    history.change(by);
    runInBackground(autocomplete.refresh());
  };
  return {
    autocomplete,
    state,
    scope,
    isVisitor,
    sections,
    close,
    favour: (hit) => changeHistory((entries) => addFavourite(entries, hit)),
    forget: (hit) => changeHistory((entries) => removeHit(entries, hit)),
  };
}

/** A click or key that opens another tab or window keeps the dialog open. */
function opensElsewhere(event: unknown): boolean {
  if (typeof event !== 'object' || event === null) return false;
  const keys: { ctrlKey?: unknown; metaKey?: unknown; shiftKey?: unknown } = event;
  return keys.ctrlKey === true || keys.metaKey === true || keys.shiftKey === true;
}

function toSearchItem(hit: StoredHit): SearchItem {
  const { objectID, url, title, path } = hit;
  return { objectID, url, section: '', title, path, kind: 'page', stored: hit };
}
