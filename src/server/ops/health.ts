import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import { HEALTH_URL, READINESS_URL } from '../../model/urls.ts';
import { readEngineVersion } from '../../shared/engine-dir.ts';
import { StoreError, type StoreErrorCode } from '../../storage/store-error.ts';
import { findCurrentSession } from '../gate/session-step.ts';

/** A check of something that the site needs. */
export interface ReadinessCheck {
  name: string;
  /** Rejects if the check fails. */
  check(): Promise<void>;
  /** Whether the site works without it, with less: `/readyz` then lists the failed check but stays ready. */
  degrades?: boolean;
}

/** Failures of the store that `/readyz` lists by their own code, because the store can be read but not written. */
const SPECIFIC_STORE_CODES: readonly StoreErrorCode[] = ['store-read-only', 'store-full'];

interface HealthParts {
  identity: Pick<Identity, 'resolveSession'>;
  releaseName: () => string;
  checks: readonly ReadinessCheck[];
}

/**
 * `/healthz` shows that the process is alive. Administrators also see its version and the served release.
 * `/readyz` shows whether everything that the process needs works.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  { identity, releaseName, checks }: HealthParts,
): void {
  const version = readEngineVersion();
  app.get(HEALTH_URL, async (request) => {
    if (!(await isAdministrator(request, identity))) return { status: 'ok' };
    return { status: 'ok', version, release: releaseName() };
  });
  app.get(READINESS_URL, async (request, reply) => {
    const results = await Promise.allSettled(checks.map(({ check }) => check()));
    const rejectedChecks = checks.flatMap(({ name, degrades = false }, index) => {
      const result = results[index];
      return result?.status === 'rejected' ? [{ name: nameFailure(result.reason, name), degrades }] : [];
    });
    const listNames = (degrading: boolean) =>
      rejectedChecks.filter(({ degrades }) => degrades === degrading).map(({ name }) => name);
    const [failingChecks, degraded] = [listNames(false), listNames(true)];
    const details = degraded.length > 0 ? { degraded } : {};
    if (failingChecks.length === 0) return { status: 'ready', ...details };
    request.log.warn({ failing: failingChecks }, 'Not ready.');
    return reply.code(503).send({ status: 'unready', failing: failingChecks, ...details });
  });
}

function nameFailure(reason: unknown, check: string): string {
  return reason instanceof StoreError && SPECIFIC_STORE_CODES.includes(reason.code) ? reason.code : check;
}

/**
 * Whether an administrator asks. False if the store fails, because the process is still alive. Requests without a
 * cookie don't use the store.
 */
async function isAdministrator(
  { gate }: FastifyRequest,
  identity: Pick<Identity, 'resolveSession'>,
): Promise<boolean> {
  if (gate?.headers.cookie === undefined) return false;
  try {
    return (await findCurrentSession(identity, gate))?.user.role === 'administrator';
  } catch {
    return false;
  }
}
