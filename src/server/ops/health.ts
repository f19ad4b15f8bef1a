import type { FastifyInstance } from 'fastify';
import { HEALTH_URL, READINESS_URL } from '../../model/urls.ts';
import { StoreError, type StoreErrorCode } from '../../storage/store-error.ts';

/** Something the site cannot do without. */
export interface ReadinessCheck {
  name: string;
  /** Rejects when it cannot be used now. */
  check(): Promise<void>;
  /** Without it the site is worse, and still there: `/readyz` names it and stays ready. */
  degrades?: boolean;
}

/** A store that can be read and not written: who looks at the probe learns which it is. */
const OWN_NAMES: readonly StoreErrorCode[] = ['store-read-only', 'store-full'];

/** `/healthz`: the process answers. `/readyz`: so does everything that it needs. */
export function healthRoutes(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  app.get(HEALTH_URL, async () => ({ status: 'ok' }));
  app.get(READINESS_URL, async (request, reply) => {
    const results = await Promise.allSettled(checks.map(({ check }) => check()));
    const rejected = checks.flatMap(({ name, degrades = false }, at) => {
      const result = results[at];
      return result?.status === 'rejected' ? [{ name: nameOf(result.reason, name), degrades }] : [];
    });
    const namesOf = (degrading: boolean) =>
      rejected.filter(({ degrades }) => degrades === degrading).map(({ name }) => name);
    const [failing, degraded] = [namesOf(false), namesOf(true)];
    const details = degraded.length > 0 ? { degraded } : {};
    if (failing.length === 0) return { status: 'ready', ...details };
    request.log.warn({ failing }, 'not ready');
    return reply.code(503).send({ status: 'unready', failing, ...details });
  });
}

function nameOf(reason: unknown, check: string): string {
  return reason instanceof StoreError && OWN_NAMES.includes(reason.code) ? reason.code : check;
}
