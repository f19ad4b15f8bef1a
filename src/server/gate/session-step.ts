import type { SignedInUser } from '../../accounts/account.ts';
import type { Identity } from '../../accounts/identity.ts';
import { TOKEN_PREFIX } from '../../accounts/personal-tokens/token-text.ts';
import { ACCOUNT_PATH } from '../../model/urls.ts';
import { loginAddress } from '../auth/safe-next.ts';
import { previewedGroups, sessionTokens } from '../http/cookies.ts';
import { encodePath, encodeQuery } from '../http/location.ts';
import { isNavigation } from '../http/navigation.ts';
import { entryFor } from '../release/views.ts';
import type { GateRequest, GateStep, Verdict } from './gate.ts';
import { next, route } from './gate.ts';
import { canonicalPath } from './manifest-step.ts';

interface SessionOptions {
  identity: Pick<Identity, 'session' | 'tokens'>;
}

const signedOutAnswer = { status: 401, code: 'signed-out', message: 'Sign in to read this site.' } as const;

/** Where programs learn that there is another way in than a session: said to every visitor in the same words. */
const challenge = `Bearer realm="Personal tokens are made on ${ACCOUNT_PATH}"`;

const badToken: Verdict = {
  kind: 'refuse',
  answer: {
    status: 401,
    code: 'signed-out',
    message: `This token is not good, or not any more. Make one on ${ACCOUNT_PATH}.`,
    headers: { 'www-authenticate': `${challenge}, error="invalid_token"` },
  },
};

const onlyReads: Verdict = {
  kind: 'refuse',
  answer: {
    status: 403,
    code: 'read-only',
    message: 'A personal token reads pages and searches; this needs a session.',
    headers: { 'www-authenticate': `${challenge}, error="insufficient_scope"` },
  },
};

/**
 * Lets nobody on without a session or a personal token. What a visitor is told depends on how they ask, never on what for: an
 * address that exists and one that does not get the same answer.
 */
export function sessionStep({ identity }: SessionOptions): GateStep<'session'> {
  const takesTokens = identity.tokens.longestMs > 0;
  const signedOut: Verdict = {
    kind: 'refuse',
    answer: takesTokens
      ? { ...signedOutAnswer, headers: { 'www-authenticate': challenge } }
      : signedOutAnswer,
  };
  return {
    name: 'session',
    async check(request) {
      // Who names a token means it, whatever cookie comes with it.
      const token = bearerToken(request.headers.authorization);
      if (token !== undefined && takesTokens) return checkToken(identity, request, token);
      const session = await currentSession(identity, request);
      if (session) {
        request.user = asPreviewed(session.user, request);
        request.token = session.token;
        return next;
      }
      const open = request.release.publicPages && openTo(request);
      if (open) return open;
      if (!isNavigation(request.method, request.headers)) return signedOut;
      return { kind: 'redirect', status: 303, location: loginAddress(request.path, request.query) };
    },
  };
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

async function checkToken(
  { tokens }: Pick<Identity, 'tokens'>,
  request: GateRequest,
  token: string,
): Promise<Verdict> {
  const user = await tokens.readerOf(token);
  if (user === undefined) return badToken;
  request.user = user;
  request.token = token;
  const { route } = request;
  return route !== undefined && route.access === 'reader' && !route.byToken ? onlyReads : next;
}

/** A personal token. What else an `Authorization` header may hold is a proxy's, and none of our business. */
function bearerToken(authorization: string | undefined): string | undefined {
  const token = /^Bearer +([^ ]+) *$/i.exec(authorization ?? '')?.[1];
  return token?.startsWith(TOKEN_PREFIX) ? token : undefined;
}

/** The reader who sends this request; never asks the store about something that is no session token. */
export async function currentSession(
  identity: Pick<Identity, 'session'>,
  { headers, site, route }: Pick<GateRequest, 'headers' | 'site' | 'route'>,
): Promise<{ user: SignedInUser; token: string } | undefined> {
  for (const token of sessionTokens(headers.cookie, site)) {
    const user = await identity.session(token, !route?.unattended);
    if (user) return { user, token };
  }
  return undefined;
}

/** Of administrators alone, who see everything: a preview shows less, whoever asks for it. */
function asPreviewed(user: SignedInUser, { headers, site, release }: GateRequest): SignedInUser {
  if (user.role !== 'administrator' || release.views === undefined) return user;
  const preview = previewedGroups(headers.cookie, site);
  return preview ? { ...user, preview } : user;
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
