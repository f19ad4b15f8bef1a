import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import { answerEndpoint, toPageQuery } from '../../server/api/answer-endpoint.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { auditEndpoints } from './audit-endpoints.ts';

/** API for administrators to read the audit log. */
export function answerAuditEndpoints(app: FastifyInstance, { audit }: Pick<Identity, 'audit'>): void {
  answerEndpoint(app, auditEndpoints.listAudit, async ({ query }) => {
    const { since, until, ...filters } = toPageQuery(query);
    const [{ entries, total }, events] = await Promise.all([
      audit.readAuditPage({
        ...filters,
        since: since === undefined ? undefined : Date.parse(since),
        until: until === undefined ? undefined : Date.parse(until) + DAY_MS,
      }),
      audit.auditEvents(),
    ]);
    const rows = entries.map(({ accountId: _, ...entry }) => isoTimes(entry, 'at'));
    return { answer: { rows, total, events } };
  });
}
