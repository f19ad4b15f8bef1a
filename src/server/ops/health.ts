import type { FastifyInstance } from 'fastify';
import { HEALTH_URL, READINESS_URL } from '../../model/urls.ts';
import { StoreError, type StoreErrorCode } from '../../storage/store-error.ts';

/** Something the site cannot do without. */
export interface ReadinessCheck {
  name: string;
  /** Rejects when it cannot be used now. */
  check(): Promise<void>;
}

interface HealthOptions {
  checks: readonly ReadinessCheck[];
  /** What works less well than it should, by stable names: no reason to send readers elsewhere. */
  degraded(): readonly string[];
}

/** A store that can be read and not written: who looks at the probe learns which it is. */
const OWN_NAMES: readonly StoreErrorCode[] = ['store-read-only', 'store-full'];

/** `/healthz`: the process answers. `/readyz`: so does everything that it needs. */
export function healthRoutes(app: FastifyInstance, { checks, degraded }: HealthOptions): void {
  app.get(HEALTH_URL, async () => ({ status: 'ok' }));
  app.get(READINESS_URL, async (request, reply) => {
    const results = await Promise.allSettled(checks.map(({ check }) => check()));
    const failing = checks.flatMap(({ name }, at) => {
      const result = results[at];
      return result?.status === 'rejected' ? [nameOf(result.reason, name)] : [];
    });
    const degradedParts = degraded();
    const details = degradedParts.length === 0 ? {} : { degraded: degradedParts };
    if (failing.length === 0) return { status: 'ready', ...details };
    request.log.warn({ failing }, 'not ready');
    return reply.code(503).send({ status: 'unready', failing, ...details });
  });
}

function nameOf(reason: unknown, check: string): string {
  return reason instanceof StoreError && OWN_NAMES.includes(reason.code) ? reason.code : check;
}
