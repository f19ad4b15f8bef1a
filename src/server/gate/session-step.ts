import type { SignedInUser } from '../../accounts/account.ts';
import type { Identity } from '../../accounts/create-identity.ts';
import { DEPLOY_TOKEN_PREFIX, TOKEN_PREFIX } from '../../accounts/personal-tokens/token-text.ts';
import { ACCOUNT_PATH, AGENT_MCP_RESOURCE_URL } from '../../model/urls.ts';
import { SCOPE } from '../agents/metadata.ts';
import { loginAddress } from '../auth/safe-next.ts';
import { putBasePath } from '../http/base-path.ts';
import { previewedAs, sessionTokens } from '../http/cookies.ts';
import { type ErrorAnswer, errorAnswer } from '../http/errors.ts';
import { encodePath, encodeQuery } from '../http/location.ts';
import { isNavigation } from '../http/navigation.ts';
import { entryFor } from '../release/views.ts';
import type { GateRequest, GateStep, Verdict } from './gate.ts';
import { next, route } from './gate.ts';
import { canonicalPath } from './manifest-step.ts';

interface SessionOptions {
  identity: Pick<Identity, 'session' | 'waitsForProvider' | 'tokens' | 'deployTokens' | 'agents'>;
  /** Public address of the site: without one agents are not let in. */
  baseUrl?: string | undefined;
}

const signedOutAnswer = errorAnswer(401, 'signed-out', 'Sign in to read this site.');

/** Where programs learn that there is another way in than a session: said to every visitor in the same words. */
const challenge = `Bearer realm="Personal tokens are made on ${ACCOUNT_PATH}"`;

const badTokenAnswer = errorAnswer(
  401,
  'signed-out',
  `This token is not good, or not any more. Make one on ${ACCOUNT_PATH}.`,
);

const onlyReadsAnswer = errorAnswer(
  403,
  'read-only',
  'A personal token reads pages and searches; this needs a session.',
);

const badDeployToken: Verdict = {
  kind: 'refuse',
  answer: errorAnswer(
    401,
    'signed-out',
    'This deploy token is not good, or not any more. An administrator makes another one.',
    { 'www-authenticate': 'Bearer error="invalid_token"' },
  ),
};

const onlyPublishes: Verdict = {
  kind: 'refuse',
  answer: errorAnswer(403, 'forbidden', 'A deploy token publishes, and opens nothing else.', {
    'www-authenticate': 'Bearer error="insufficient_scope"',
  }),
};

/**
 * Lets nobody on without a session or a personal token. What a visitor is told depends on how they ask, never on what for: an
 * address that exists and one that does not get the same answer.
 */
export function sessionStep({ identity, baseUrl }: SessionOptions): GateStep<'session'> {
  const takesTokens = identity.tokens.longestMs > 0;
  /** `error`: as the standard names it. Where agents learn whom to ask is the same address for all. */
  const refused = (answer: ErrorAnswer, { site }: GateRequest, error?: string): Verdict => {
    if (!takesTokens) return { kind: 'refuse', answer };
    const metadata =
      baseUrl !== undefined && identity.agents.grantMs > 0
        ? baseUrl + putBasePath(AGENT_MCP_RESOURCE_URL, site.basePath)
        : undefined;
    const said = [
      challenge,
      ...(metadata ? [`resource_metadata="${metadata}"`, `scope="${SCOPE}"`] : []),
      ...(error ? [`error="${error}"`] : []),
    ];
    return { kind: 'refuse', answer: { ...answer, headers: { 'www-authenticate': said.join(', ') } } };
  };
  async function checkToken(request: GateRequest, token: string): Promise<Verdict> {
    const user = await identity.tokens.findReader(token);
    if (user === undefined) return refused(badTokenAnswer, request, 'invalid_token');
    request.user = user;
    request.token = token;
    const { route } = request;
    return route !== undefined && route.access === 'reader' && !route.byToken
      ? refused(onlyReadsAnswer, request, 'insufficient_scope')
      : next;
  }

  return {
    name: 'session',
    check(request) {
      // Who names a token means it, whatever cookie comes with it.
      const token = bearerToken(request.headers.authorization);
      if (token?.startsWith(DEPLOY_TOKEN_PREFIX)) return checkDeployToken(identity, request, token);
      if (token !== undefined && takesTokens) return checkToken(request, token);
      const session = currentSession(identity, request);
      return session instanceof Promise
        ? session.then((late) => decide(request, late))
        : decide(request, session);
    },
  };

  function decide(request: GateRequest, session: CurrentSession | undefined): Verdict | Promise<Verdict> {
    if (session === undefined) return answerVisitor(request);
    request.user = asPreviewed(session.user, request);
    request.token = session.token;
    return next;
  }

  async function answerVisitor(request: GateRequest): Promise<Verdict> {
    const open = request.release.publicPages && openTo(request);
    // Whoever must be asked for at the provider again is no visitor, and reads on as soon as that is done.
    if (open && !(await waitingForProvider(identity, request))) return open;
    if (!isNavigation(request.method, request.headers)) return refused(signedOutAnswer, request);
    const hasEnded = sessionTokens(request.headers.cookie, request.site).length > 0;
    return {
      kind: 'redirect',
      status: 303,
      location: loginAddress({ path: request.path, query: request.query, hasEnded }),
    };
  }
}

/** What visitors may see: the rest, and what never was, is answered alike. */
function openTo({ method, path, query, route: named, release }: GateRequest): Verdict | undefined {
  if (named !== undefined) return named.byVisitor ? route : undefined;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const entry = entryFor(undefined, release, path);
  if (entry) return { kind: 'entry', entry };
  const canonical = canonicalPath(path, { release });
  if (canonical === undefined) return undefined;
  return { kind: 'redirect', status: 308, location: encodePath(canonical) + encodeQuery(query) };
}

/** It opens what publishes, and nothing else: no page, and nothing of an account. */
async function checkDeployToken(
  { deployTokens }: Pick<Identity, 'deployTokens'>,
  request: GateRequest,
  token: string,
): Promise<Verdict> {
  const publisher = await deployTokens.findPublisher(token);
  if (publisher === undefined) return badDeployToken;
  if (request.route?.access !== 'deploy') return onlyPublishes;
  request.publisher = publisher;
  return route;
}

/** A personal token, or one that publishes. What else an `Authorization` header may hold is a proxy's, and none of our business. */
function bearerToken(authorization: string | undefined): string | undefined {
  const token = /^Bearer +([^ ]+) *$/i.exec(authorization ?? '')?.[1];
  return token?.startsWith(TOKEN_PREFIX) ? token : undefined;
}

interface CurrentSession {
  user: SignedInUser;
  token: string;
}

/**
 * The reader who sends this request; never asks the store about something that is no session token. A promise only
 * where the session isn't in memory.
 */
export function currentSession(
  identity: Pick<Identity, 'session'>,
  { headers, site, route }: Pick<GateRequest, 'headers' | 'site' | 'route'>,
): CurrentSession | undefined | Promise<CurrentSession | undefined> {
  return firstSession(identity, sessionTokens(headers.cookie, site), !route?.unattended);
}

function firstSession(
  identity: Pick<Identity, 'session'>,
  [token, ...others]: readonly string[],
  isUse: boolean,
): CurrentSession | undefined | Promise<CurrentSession | undefined> {
  if (token === undefined) return undefined;
  const orNext = (user: SignedInUser | undefined) =>
    user ? { user, token } : firstSession(identity, others, isUse);
  const user = identity.session(token, isUse);
  return user instanceof Promise ? user.then(orNext) : orNext(user);
}

/** Of administrators alone, who see everything: a preview shows less, whoever asks for it. */
function asPreviewed(user: SignedInUser, { headers, site, release }: GateRequest): SignedInUser {
  if (user.role !== 'administrator' || release.views === undefined) return user;
  const preview = previewedAs(headers.cookie, site);
  // There are no visitors where nothing is public, or not any more.
  if (preview === undefined || (preview === 'visitor' && !release.publicPages)) return user;
  return { ...user, preview };
}

/** Whether who sends this request had a session, and has it again once they have been at the provider. */
export async function waitingForProvider(
  identity: Pick<Identity, 'waitsForProvider'>,
  { headers, site }: Pick<GateRequest, 'headers' | 'site'>,
): Promise<boolean> {
  for (const token of sessionTokens(headers.cookie, site))
    if (await identity.waitsForProvider(token)) return true;
  return false;
}
