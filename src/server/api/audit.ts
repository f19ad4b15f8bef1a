import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { answerEndpoint, partOf } from './answer-endpoint.ts';

/** What is written down of acts, for administrators. */
export function auditApi(app: FastifyInstance, { audit }: Pick<Identity, 'audit'>): void {
  answerEndpoint(app, 'listAudit', async ({ query }) => {
    const { since, until, ...wanted } = partOf(query);
    const [{ entries, total }, events] = await Promise.all([
      audit.readAuditPage({
        ...wanted,
        since: since === undefined ? undefined : Date.parse(since),
        until: until === undefined ? undefined : Date.parse(until) + DAY_MS,
      }),
      audit.auditEvents(),
    ]);
    const rows = entries.map(({ accountId: _, ...entry }) => isoTimes(entry, 'at'));
    return { answer: { rows, total, events } };
  });
}
