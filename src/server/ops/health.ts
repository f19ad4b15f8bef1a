import type { FastifyInstance } from 'fastify';
import { HEALTH_URL, READINESS_URL } from '../../model/urls.ts';

/** Something the site cannot do without. */
export interface ReadinessCheck {
  name: string;
  /** Rejects when it cannot be used now. */
  check(): Promise<void>;
  /** Without it the site is worse, and still there: `/readyz` names it and stays ready. */
  degrades?: boolean;
}

/** `/healthz`: the process answers. `/readyz`: so does everything that it needs. */
export function healthRoutes(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  app.get(HEALTH_URL, async () => ({ status: 'ok' }));
  app.get(READINESS_URL, async (request, reply) => {
    const results = await Promise.allSettled(checks.map(({ check }) => check()));
    const rejected = checks.filter((_, at) => results[at]?.status === 'rejected');
    const failing = rejected.filter(({ degrades }) => !degrades).map(({ name }) => name);
    const degraded = rejected.filter(({ degrades }) => degrades).map(({ name }) => name);
    if (failing.length === 0) return { status: 'ready', ...(degraded.length > 0 && { degraded }) };
    request.log.warn({ failing }, 'not ready');
    return reply.code(503).send({ status: 'unready', failing });
  });
}
