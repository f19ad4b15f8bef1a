import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import { clearSessionCookies, readSessionTokens, setSessionCookies } from '../http/cookies.ts';

/** Starts a new session in the browser and ends the one it had before, even if that belonged to another user. */
export async function beginBrowserSession(
  identity: Pick<Identity, 'signOut'>,
  { gate, ip }: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<void> {
  const { cookie } = gate.headers;
  gate.signInOutcome = 'signed-in';
  for (const oldToken of readSessionTokens(cookie, gate.site))
    await identity.signOut(oldToken, ip, 'by another sign-in');
  reply.header('set-cookie', setSessionCookies(cookie, gate.site, token));
}

/** Signs the browser out: ends its sessions, and deletes its session cookies and its cache. */
export async function endBrowserSession(
  identity: Pick<Identity, 'signOut'>,
  { gate, ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { cookie } = gate.headers;
  for (const oldToken of readSessionTokens(cookie, gate.site)) await identity.signOut(oldToken, ip);
  reply.headers({ 'set-cookie': clearSessionCookies(cookie, gate.site), 'clear-site-data': '"cache"' });
}
