import type { SignedInUser } from '../../accounts/account.ts';
import type { Identity } from '../../accounts/identity.ts';
import { loginAddress } from '../auth/safe-next.ts';
import { previewedGroups, sessionTokens } from '../http/cookies.ts';
import { isNavigation } from '../http/navigation.ts';
import type { GateRequest, GateStep, Verdict } from './gate.ts';
import { next } from './gate.ts';

interface SessionOptions {
  identity: Pick<Identity, 'session'>;
}

const signedOut: Verdict = {
  kind: 'refuse',
  answer: { status: 401, code: 'signed-out', message: 'Sign in to read this site.' },
};

/**
 * Lets nobody on without a session. What a visitor is told depends on how they ask, never on what for: an
 * address that exists and one that does not get the same answer.
 */
export function sessionStep({ identity }: SessionOptions): GateStep<'session'> {
  return {
    name: 'session',
    async check(request) {
      const session = await currentSession(identity, request);
      if (session) {
        request.user = asPreviewed(session.user, request);
        request.token = session.token;
        return next;
      }
      if (!isNavigation(request.method, request.headers)) return signedOut;
      return { kind: 'redirect', status: 303, location: loginAddress(request.path, request.query) };
    },
  };
}

/** The reader who sends this request; never asks the store about something that is no session token. */
export async function currentSession(
  identity: Pick<Identity, 'session'>,
  { headers, site }: Pick<GateRequest, 'headers' | 'site'>,
): Promise<{ user: SignedInUser; token: string } | undefined> {
  for (const token of sessionTokens(headers.cookie, site)) {
    const user = await identity.session(token);
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
