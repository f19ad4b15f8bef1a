import type { SignedInUser } from '../../accounts/account.ts';
import type { Identity } from '../../accounts/create-identity.ts';
import { DEPLOY_TOKEN_PREFIX, TOKEN_PREFIX } from '../../accounts/personal-tokens/token-text.ts';
import { ACCOUNT_PATH } from '../../model/urls.ts';
import { buildReturningLoginUrl } from '../auth/safe-next.ts';
import { readPreview, readSessionTokens } from '../http/cookies.ts';
import { type ErrorAnswer, errorAnswer } from '../http/errors.ts';
import { isNavigation } from '../http/navigation.ts';
import { findEntryFor } from '../release/views.ts';
import type { FindPublisher, GateRequest, GateStep, Verdict } from './gate.ts';
import { askNextStep, letRouteAnswer } from './gate.ts';
import { findCanonicalTarget, formatCanonicalLocation } from './manifest-step.ts';

interface SessionOptions {
  identity: Pick<Identity, 'resolveSession' | 'waitsForProvider' | 'tokens' | 'deployTokens'>;
  /** Further parameters of the challenge. Features add theirs while they start. */
  challenges?: readonly ChallengeWriter[];
  /** By default, all deploy tokens are refused. */
  findPublisher?: FindPublisher | undefined;
}

/**
 * Writes parameters of the `WWW-Authenticate` header: `scope="read"`. They must not depend on whether a page exists at
 * the path.
 */
export type ChallengeWriter = (request: Pick<GateRequest, 'site' | 'route' | 'path' | 'query'>) => string;

const signedOutError = errorAnswer(401, 'signed-out', 'Sign in to read this site.');

/** Tells programs of readers how to get a token. It's the same for every request without a session. */
const personalTokenRealm = `realm="Create a personal token on ${ACCOUNT_PATH}"`;

const invalidTokenError = errorAnswer(401, 'signed-out', 'This token is invalid or has expired.');

const invalidPersonalTokenError = errorAnswer(
  401,
  'signed-out',
  `This token is invalid or has expired. Create a new one on ${ACCOUNT_PATH}.`,
);

const readOnlyTokenError = errorAnswer(
  403,
  'read-only',
  'A personal token can only read pages and search. Sign in with a browser to do this.',
);

const invalidDeployTokenVerdict: Verdict = {
  kind: 'refuse',
  answer: errorAnswer(
    401,
    'signed-out',
    'This deploy token is invalid or has expired. Ask an administrator for a new one.',
    { 'www-authenticate': 'Bearer error="invalid_token"' },
  ),
};

const onlyPublishesVerdict: Verdict = {
  kind: 'refuse',
  answer: errorAnswer(403, 'forbidden', 'A deploy token can only publish.', {
    'www-authenticate': 'Bearer error="insufficient_scope"',
  }),
};

/**
 * Admits only requests with a session or a token, except to public pages. The answer to a visitor depends on how they
 * send the request and never on the path: paths that exist and paths that don't get the same answer.
 */
export function createSessionStep({
  identity,
  findPublisher,
  challenges = [],
}: SessionOptions): GateStep<'session'> {
  const { tokens } = identity;
  // Features say while they start whether they accept tokens.
  const acceptsTokens = () => tokens.accepts('personal') || tokens.accepts('agent');
  /** `error` is an error code of RFC 6750. */
  const refuse = (answer: ErrorAnswer, request: GateRequest, error?: string): Verdict => {
    if (!acceptsTokens()) return { kind: 'refuse', answer };
    const challengeParameters = [
      ...(tokens.accepts('personal') ? [personalTokenRealm] : []),
      ...challenges.map((writeChallenge) => writeChallenge(request)),
      ...(error ? [`error="${error}"`] : []),
    ];
    const challenge = challengeParameters.length > 0 ? `Bearer ${challengeParameters.join(', ')}` : 'Bearer';
    return { kind: 'refuse', answer: { ...answer, headers: { 'www-authenticate': challenge } } };
  };
  async function checkToken(request: GateRequest, token: string): Promise<Verdict> {
    const user = await tokens.findReader(token);
    if (user === undefined) {
      const error = tokens.accepts('personal') ? invalidPersonalTokenError : invalidTokenError;
      return refuse(error, request, 'invalid_token');
    }
    request.user = user;
    request.token = token;
    const { route } = request;
    return route !== undefined && route.access === 'reader' && !route.byToken
      ? refuse(readOnlyTokenError, request, 'insufficient_scope')
      : askNextStep;
  }

  return {
    name: 'session',
    check(request) {
      // A token takes precedence over a cookie in the same request.
      const token = readBearerToken(request.headers.authorization);
      if (token?.startsWith(DEPLOY_TOKEN_PREFIX)) return checkDeployToken(request, token, findPublisher);
      if (token !== undefined && acceptsTokens()) return checkToken(request, token);
      const session = findCurrentSession(identity, request);
      return session instanceof Promise
        ? session.then((late) => decide(request, late))
        : decide(request, session);
    },
  };

  function decide(request: GateRequest, session: CurrentSession | undefined): Verdict | Promise<Verdict> {
    if (session === undefined) return answerVisitor(request);
    request.user = applyPreview(session.user, request);
    request.token = session.token;
    return askNextStep;
  }

  async function answerVisitor(request: GateRequest): Promise<Verdict> {
    const publicAnswer = request.release.publicPages && answerPublicly(request);
    // A user whose provider must confirm the session again isn't a visitor, and continues after that.
    if (publicAnswer && !(await isWaitingForProvider(identity, request))) return publicAnswer;
    if (!isNavigation(request.method, request.headers)) return refuse(signedOutError, request);
    const hasEndedSession = readSessionTokens(request.headers.cookie, request.site).length > 0;
    return {
      kind: 'redirect',
      status: 303,
      location: buildReturningLoginUrl({ ...request, hasEndedSession }),
    };
  }
}

/** The verdict for a page that visitors may see. Undefined for all other paths, whether they exist or not. */
function answerPublicly({
  method,
  path,
  query,
  route: matchedRoute,
  release,
}: GateRequest): Verdict | undefined {
  if (matchedRoute !== undefined) return matchedRoute.byVisitor ? letRouteAnswer : undefined;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const entry = findEntryFor(undefined, release, path);
  if (entry) return { kind: 'entry', entry };
  const canonical = findCanonicalTarget(path, { release });
  if (canonical === undefined) return undefined;
  return { kind: 'redirect', status: 308, location: formatCanonicalLocation(canonical, query) };
}

/** Admits a deploy token to the publishing routes only, and to no page or account. */
async function checkDeployToken(
  request: GateRequest,
  token: string,
  findPublisher: FindPublisher | undefined,
): Promise<Verdict> {
  const publisher = await findPublisher?.(token);
  if (publisher === undefined) return invalidDeployTokenVerdict;
  if (request.route?.access !== 'deploy') return onlyPublishesVerdict;
  request.publisher = publisher;
  return letRouteAnswer;
}

/** A personal token or a deploy token. Other values are ignored: a reverse proxy may use them. */
function readBearerToken(authorization: string | undefined): string | undefined {
  const token = /^Bearer +([^ ]+) *$/i.exec(authorization ?? '')?.[1];
  return token?.startsWith(TOKEN_PREFIX) ? token : undefined;
}

interface CurrentSession {
  user: SignedInUser;
  token: string;
}

/**
 * Finds the session of a request. Asks the store only about values that look like session tokens. Returns a promise
 * only if the session isn't in memory.
 */
export function findCurrentSession(
  identity: Pick<Identity, 'resolveSession'>,
  { headers, site, route }: Pick<GateRequest, 'headers' | 'site' | 'route'>,
): CurrentSession | undefined | Promise<CurrentSession | undefined> {
  return findFirstSession(identity, readSessionTokens(headers.cookie, site), 0, !route?.unattended);
}

/** Finds the session of the first token that has one, beginning with the token at `index`. */
function findFirstSession(
  identity: Pick<Identity, 'resolveSession'>,
  tokens: readonly string[],
  index: number,
  isUse: boolean,
): CurrentSession | undefined | Promise<CurrentSession | undefined> {
  const token = tokens[index];
  if (token === undefined) return undefined;
  const toSession = (user: SignedInUser | undefined) =>
    user ? { user, token } : findFirstSession(identity, tokens, index + 1, isUse);
  const user = identity.resolveSession(token, isUse);
  return user instanceof Promise ? user.then(toSession) : toSession(user);
}

/** Applies the preview that an administrator has chosen. Administrators see everything, so it can only hide things. */
function applyPreview(user: SignedInUser, { headers, site, release }: GateRequest): SignedInUser {
  if (user.role !== 'administrator' || release.views === undefined) return user;
  const preview = readPreview(headers.cookie, site);
  // A site without public pages has no view for visitors.
  if (preview === undefined || (preview === 'visitor' && !release.publicPages)) return user;
  return { ...user, preview };
}

/** Whether the request has a session that resumes after the identity provider has confirmed it again. */
export async function isWaitingForProvider(
  identity: Pick<Identity, 'waitsForProvider'>,
  { headers, site }: Pick<GateRequest, 'headers' | 'site'>,
): Promise<boolean> {
  for (const token of readSessionTokens(headers.cookie, site))
    if (await identity.waitsForProvider(token)) return true;
  return false;
}
