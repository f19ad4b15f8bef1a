import type { FastifyInstance } from 'fastify';

/** Something the site cannot do without. */
export interface ReadinessCheck {
  name: string;
  /** Rejects when it cannot be used now. */
  check(): Promise<void>;
}

/** `/healthz`: the process answers. `/readyz`: so does everything that it needs. */
export function healthRoutes(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const results = await Promise.allSettled(checks.map(({ check }) => check()));
    const failing = checks.filter((_, at) => results[at]?.status === 'rejected').map(({ name }) => name);
    if (failing.length === 0) return { status: 'ready' };
    request.log.warn({ failing }, 'not ready');
    return reply.code(503).send({ status: 'unready', failing });
  });
}
