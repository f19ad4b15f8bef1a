import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../accounts/identity.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** What is written down of acts, for administrators. */
export function auditApi(app: FastifyInstance, { audit }: Pick<Identity, 'audit'>): void {
  answerEndpoint(app, 'listAudit', async ({ query }) => {
    const { order, page, limit, since, until, search, event } = query;
    const [{ entries, total }, events] = await Promise.all([
      audit.pageOfAudit({
        search,
        event,
        since: since === undefined ? undefined : Date.parse(since),
        until: until === undefined ? undefined : Date.parse(until) + DAY_MS,
        descending: order === 'descending',
        offset: (page - 1) * limit,
        limit,
      }),
      audit.auditEvents(),
    ]);
    const rows = entries.map(({ at, accountId: _, ...entry }) => ({
      at: new Date(at).toISOString(),
      ...entry,
    }));
    return { answer: { rows, total, events } };
  });
}
