import type { ComputedAnswer } from './engine.ts';

/** Limit per index. An answer with 20 hits has about 25 kB, so this is enough for about 1,200 queries. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024;
/** Limit per answer. A larger answer isn't worth the dozens that it would push out. */
const ANSWER_MAX_BYTES = 512 * 1024;

interface AnswerCache {
  get(key: string): ComputedAnswer | undefined;
  put(key: string, answer: ComputedAnswer): void;
  /** Bytes of the keys and answers in the cache. */
  readonly heldBytes: number;
}

interface HeldAnswer extends Omit<ComputedAnswer, 'json'> {
  /** In UTF-8, which takes half the memory of a string with a single typographic character. */
  json: Buffer;
  bytes: number;
}

/** Caches answers up to `maxBytes`. The least recently used one is removed first. */
export function createAnswerCache(maxBytes: number = CACHE_MAX_BYTES): AnswerCache {
  /** A map keeps the order in which keys were added, so the first one is the least recently used. */
  const answers = new Map<string, HeldAnswer>();
  let heldBytes = 0;

  return {
    get(key) {
      const answer = answers.get(key);
      if (answer === undefined) return undefined;
      answers.delete(key);
      answers.set(key, answer);
      const { bytes: _bytes, json, ...rest } = answer;
      return { ...rest, json: json.toString() };
    },
    put(key, answer) {
      const json = Buffer.from(answer.json);
      const texts = [key, answer.query, ...answer.objectIDs];
      const bytes = json.length + texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      if (answers.has(key) || bytes > Math.min(ANSWER_MAX_BYTES, maxBytes)) return;
      answers.set(key, { ...answer, json, bytes });
      heldBytes += bytes;
      for (const [oldestKey, oldest] of answers) {
        if (heldBytes <= maxBytes) break;
        answers.delete(oldestKey);
        heldBytes -= oldest.bytes;
      }
    },
    get heldBytes() {
      return heldBytes;
    },
  };
}
