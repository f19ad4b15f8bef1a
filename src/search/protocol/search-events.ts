import { z } from 'zod';
import { readJson } from '../../shared/json.ts';

/** The counted part of an event of the public Insights protocol: hits of a search were opened or viewed. */
export interface SearchEvent {
  kind: 'opened' | 'seen';
  queryID: string;
  objectIDs: string[];
}

const EVENTS_MAX = 100;
/** With 3 bytes per character and the query, these still fit into an index entry of PostgreSQL: 2,704 bytes. */
const OBJECT_ID_MAX_CHARACTERS = 800;
const shape = z.looseObject({
  eventType: z.enum(['click', 'view', 'conversion']),
  queryID: z.string().max(64).optional(),
  objectIDs: z.array(z.string().max(OBJECT_ID_MAX_CHARACTERS)).max(20).default([]),
});

/** Parses the events that belong to a search. Undefined if the body isn't a list of events. */
export function parseInsights(body: string): SearchEvent[] | undefined {
  const { data } = z.object({ events: z.array(z.unknown()).max(EVENTS_MAX) }).safeParse(readJson(body));
  return data?.events.flatMap((event) => {
    const { data: { eventType, queryID, objectIDs = [] } = {} } = shape.safeParse(event);
    if (queryID === undefined) return [];
    return [{ kind: eventType === 'view' ? 'seen' : 'opened', queryID, objectIDs }] satisfies SearchEvent[];
  });
}
