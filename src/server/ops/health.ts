import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import { HEALTH_URL, READINESS_URL } from '../../model/urls.ts';
import { engineVersion } from '../../shared/engine-dir.ts';
import { StoreError, type StoreErrorCode } from '../../storage/store-error.ts';
import { currentSession } from '../gate/session-step.ts';

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
