import { openIndex } from '../index/open-index.ts';
import { viewOf } from '../index/view.ts';
import { createSearch } from '../query/search.ts';
import { answer } from './answer.ts';
import type { SearchRequest } from './request.ts';
import type { SearchAnswer } from './wire.ts';

/** The search of an index file. One for each thread. */
export interface SearchFile {
  answer(request: SearchRequest): SearchAnswer;
  close(): void;
}

/** Throws an error that names the file when it cannot be used. */
export function openSearchFile(file: string): SearchFile {
  const index = openIndex(file);
  const search = createSearch(index);
  const everything = viewOf(index);
  return { answer: (request) => answer(search, everything, request), close: index.close };
}
