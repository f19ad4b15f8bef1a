import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import { answerEndpoint, toPageQuery } from '../../server/api/answer-endpoint.ts';
import { listGroups } from '../../server/api/audiences.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { toIsoTimes } from '../../shared/iso-times.ts';
import { auditEndpoints } from './audit-endpoints.ts';

/** API for administrators to read the audit log. */
export function answerAuditEndpoints(app: FastifyInstance, { audit }: Pick<Identity, 'audit'>): void {
  type Query = Parameters<typeof audit.readAuditPage>[0];
  const readActions = async (query: Query) => {
    const { actions, total } = await audit.readAuditActions(query);
    return { rows: actions.map((action) => toIsoTimes(action, 'at')), total };
  };
  const readEntries = async (query: Query) => {
    const { entries, total } = await audit.readAuditPage(query);
    return { rows: entries.map(({ accountId: _, ...entry }) => toIsoTimes(entry, 'at')), total };
  };

  answerEndpoint(app, auditEndpoints.listAudit, async ({ query }, { request }) => {
    const { since, until, time, list, ...filters } = toPageQuery(query);
    const exactTime = time === undefined ? undefined : Date.parse(time);
    const auditQuery = {
      ...filters,
      since: exactTime ?? (since === undefined ? undefined : Date.parse(since)),
      until:
        exactTime === undefined
          ? until === undefined
            ? undefined
            : Date.parse(until) + DAY_MS
          : exactTime + 1,
    };
    const [{ rows, total }, events] = await Promise.all([
      list === 'actions' ? readActions(auditQuery) : readEntries(auditQuery),
      audit.listAuditEvents(),
    ]);
    return { answer: { rows, total, events, groups: listGroups(request.gate.release) } };
  });
}
