import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import { HEALTH_URL, READINESS_URL } from '../../model/urls.ts';
import { engineVersion } from '../../shared/engine-dir.ts';
import { currentSession } from '../gate/session-step.ts';

/** Something the site cannot do without. */
export interface ReadinessCheck {
  name: string;
  /** Rejects when it cannot be used now. */
  check(): Promise<void>;
}

interface HealthParts {
  identity: Pick<Identity, 'session'>;
  releaseName: () => string;
  checks: readonly ReadinessCheck[];
}

/**
 * `/healthz`: the process answers; administrators also learn which version it runs and which release it serves.
 * `/readyz`: everything that it needs answers too.
 */
export function healthRoutes(app: FastifyInstance, { identity, releaseName, checks }: HealthParts): void {
  const version = engineVersion();
  app.get(HEALTH_URL, async (request) => {
    if (!(await isAdministrator(request, identity))) return { status: 'ok' };
    return { status: 'ok', version, release: releaseName() };
  });
  app.get(READINESS_URL, async (request, reply) => {
    const results = await Promise.allSettled(checks.map(({ check }) => check()));
    const failing = checks.filter((_, at) => results[at]?.status === 'rejected').map(({ name }) => name);
    if (failing.length === 0) return { status: 'ready' };
    request.log.warn({ failing }, 'not ready');
    return reply.code(503).send({ status: 'unready', failing });
  });
}

/** False also while the store can't say: the process is alive all the same. Probes send no cookie and ask no store. */
async function isAdministrator(
  { gate }: FastifyRequest,
  identity: Pick<Identity, 'session'>,
): Promise<boolean> {
  if (gate?.headers.cookie === undefined) return false;
  try {
    return (await currentSession(identity, gate))?.user.role === 'administrator';
  } catch {
    return false;
  }
}
