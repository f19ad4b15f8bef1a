import type { SearchEngine } from '../../search/engine/engine.ts';

/** Two full calls of the protocol. Whoever types has one search on its way, or a few where the line is slow. */
const UNDER_WAY_MAX = 40;

/** This engine, of which no reader asks more at a time: a call that goes beyond it is refused whole, before any work. */
export function boundedSearches(engine: SearchEngine): SearchEngine {
  const underWay = new Map<string, number>();
  return {
    async search(requests, reader, scope) {
      if (reader === undefined) return engine.search(requests, reader, scope);
      const before = underWay.get(reader) ?? 0;
      if (before + requests.length > UNDER_WAY_MAX) return { outcome: 'too-many' };
      underWay.set(reader, before + requests.length);
      try {
        return await engine.search(requests, reader, scope);
      } finally {
        const left = (underWay.get(reader) ?? 0) - requests.length;
        if (left > 0) underWay.set(reader, left);
        else underWay.delete(reader);
      }
    },
    close: () => engine.close(),
  };
}
