import type { EncodedAnswer } from '../engine/engine.ts';
import type { SearchAnswer } from './answer.ts';

export function encodeAnswer(answer: SearchAnswer): EncodedAnswer {
  return {
    json: JSON.stringify(answer),
    query: answer.query,
    nbHits: answer.nbHits,
    page: answer.page,
    ...(answer.queryID !== undefined && { queryID: answer.queryID }),
  };
}
