import type { FastifyInstance } from 'fastify';
import { createIdentity, type Identity, type IdentityParts } from '../accounts/create-identity.ts';
import { openSecretKey } from '../accounts/factors/secret-key.ts';
import { createSessionLimits, defaultLimits, type IdentityLimits } from '../accounts/limits.ts';
import { listSiteWords } from '../accounts/passwords/password-rules.ts';
import type { IdentityProvider } from '../accounts/providers/identity-provider.ts';
import type { Environment } from '../config/environment.ts';
import { DAY_MS } from '../shared/duration.ts';
import type { Problem } from '../shared/problem.ts';
import { loadFeatureApi } from './api/load-api.ts';
import { type AppOptions, createApp } from './app.ts';
import { measureRequests } from './ops/measure-requests.ts';
import type { Release } from './release/release.ts';

/** The parts of a serving process: settings, everything that was opened for it, and replacements for a preview or a test. */
interface ServerParts
  extends Omit<AppOptions, 'identity' | 'identityProvider' | 'leases' | 'baseUrl' | 'featureApi'>,
    Pick<IdentityParts, 'store' | 'mail' | 'sendTestMail' | 'hasher' | 'clock'> {
  identityProvider: IdentityProvider;
  /** Limits of accounts. By default those of the environment. */
  limits?: IdentityLimits;
  /**
   * Runs before the app exists, for example to create the first administrator. If it returns problems, there will be no
   * app, and the caller closes what it has opened.
   */
  prepare?: (identity: Identity) => Promise<readonly Problem[]>;
}

type ComposedServer =
  | { identity: Identity; app: FastifyInstance; problems?: never }
  | { identity: Identity; app?: never; problems: readonly Problem[] };

/**
 * Puts a serving process together: accounts, gate, routes, search and features. The only place that does, for `start`,
 * `serve`, the preview and tests. It doesn't listen yet.
 */
export async function composeServer({
  store,
  mail,
  sendTestMail,
  hasher,
  clock,
  prepare,
  limits,
  ...parts
}: ServerParts): Promise<ComposedServer> {
  const { environment, releases, identityProvider, metrics, extensions = [] } = parts;
  // Until the app exists there is no log.
  let app: FastifyInstance | undefined;
  const identity = createIdentity({
    store,
    mail,
    sendTestMail,
    ...(hasher && { hasher }),
    ...(clock && { clock }),
    recheck: identityProvider.recheck,
    issuer: identityProvider.issuer,
    words: listSiteWords(environment, releases.current().siteName),
    secondFactor: environment.SECOND_FACTOR,
    secretKey: openSecretKey(environment),
    findGroups: (claims) => matchGroups(releases.current().groups, claims),
    limits: limits ?? readLimits(environment),
    logger: {
      debug: (details, message) => app?.log.debug(details, message),
      warn: (details, message) => app?.log.warn(details, message),
      error: (details, message) => app?.log.error(details, message),
    },
  });
  const problems = (await prepare?.(identity)) ?? [];
  if (problems.length > 0) return { identity, problems };
  app = createApp({
    ...parts,
    identity,
    featureApi: await loadFeatureApi(parts.features ?? []),
    leases: store,
    extensions: [...extensions, ...(metrics ? [measureRequests(metrics)] : [])],
  });
  return { identity, app };
}

/** The limits of accounts that the environment sets, with the defaults of all others. */
export function readLimits(environment: Environment): IdentityLimits {
  return {
    ...defaultLimits,
    session: createSessionLimits(environment.SESSION_HOURS),
    sessionGraceMs: environment.SESSION_GRACE_SECONDS * 1_000,
    tokens: { ...defaultLimits.tokens, longestMs: environment.TOKEN_DAYS * DAY_MS },
    providerCheckMs: environment.PROVIDER_CHECK_MINUTES * 60_000,
    auditMs: environment.AUDIT_DAYS * DAY_MS,
  };
}

/** Names of the site's groups that the provider's claims match. Claims that match no group are ignored. */
function matchGroups(groups: Release['groups'], userClaims: readonly string[]): string[] {
  return groups
    .filter(({ claims }) => claims.some((claim) => userClaims.includes(claim)))
    .map(({ name }) => name);
}
