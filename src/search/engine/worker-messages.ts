import type { SearchRequest } from '../protocol/request.ts';
import type { EncodedAnswer } from './engine.ts';

export interface ToWorker {
  id: number;
  request: SearchRequest;
}

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'unusable'; reason: string }
  | { kind: 'answer'; id: number; answer: EncodedAnswer }
  | { kind: 'failed'; id: number; reason: string };
