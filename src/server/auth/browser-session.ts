import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../../accounts/identity.ts';
import { clearSessionCookie, sessionCookieName, sessionToken, setSessionCookie } from '../http/cookies.ts';

/** Gives the browser its new session, after the one that it had until now, whoever that belonged to. */
export async function beginBrowserSession(
  identity: Pick<Identity, 'signOut'>,
  { gate, ip }: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<void> {
  const cookie = sessionCookieName(gate.site);
  await identity.signOut(sessionToken(gate.headers.cookie, cookie), ip, 'by another sign-in');
  reply.header('set-cookie', setSessionCookie(cookie, token));
}

export async function endBrowserSession(
  identity: Pick<Identity, 'signOut'>,
  { gate, ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const cookie = sessionCookieName(gate.site);
  await identity.signOut(sessionToken(gate.headers.cookie, cookie), ip);
  reply.headers({ 'set-cookie': clearSessionCookie(cookie), 'clear-site-data': '"cache"' });
}
