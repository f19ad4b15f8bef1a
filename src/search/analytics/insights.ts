import { z } from 'zod';
import { readJson } from '../../shared/json.ts';

/** An event of the public Insights protocol, as far as it is counted: hits of a search were opened or seen. */
export interface SearchEvent {
  kind: 'opened' | 'seen';
  queryID: string;
  objectIDs: string[];
}

const EVENTS_MAX = 100;
/** Of 3 bytes each, with the query they still fit into an index entry of PostgreSQL: 2,704 bytes. */
const OBJECT_ID_MAX_CHARACTERS = 800;
const shape = z.looseObject({
  eventType: z.enum(['click', 'view', 'conversion']),
  queryID: z.string().max(64).optional(),
  objectIDs: z.array(z.string().max(OBJECT_ID_MAX_CHARACTERS)).max(20).default([]),
});

/** Events that belong to a search; `undefined` when the body is not a list of events. */
export function insightsOf(body: string): SearchEvent[] | undefined {
  const { data } = z.object({ events: z.array(z.unknown()).max(EVENTS_MAX) }).safeParse(readJson(body));
  return data?.events.flatMap((event) => {
    const { data: { eventType, queryID, objectIDs = [] } = {} } = shape.safeParse(event);
    if (queryID === undefined) return [];
    return [{ kind: eventType === 'view' ? 'seen' : 'opened', queryID, objectIDs }] satisfies SearchEvent[];
  });
}
