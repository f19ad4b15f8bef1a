import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import { clearSessionCookies, sessionTokens, setSessionCookies } from '../http/cookies.ts';

/** Gives the browser its new session, after the one that it had until now, whoever that belonged to. */
export async function beginBrowserSession(
  identity: Pick<Identity, 'signOut'>,
  { gate, ip }: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<void> {
  const { cookie } = gate.headers;
  gate.signIn = 'signed-in';
  for (const held of sessionTokens(cookie, gate.site)) await identity.signOut(held, ip, 'by another sign-in');
  reply.header('set-cookie', setSessionCookies(cookie, gate.site, token));
}

export async function endBrowserSession(
  identity: Pick<Identity, 'signOut'>,
  { gate, ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { cookie } = gate.headers;
  for (const held of sessionTokens(cookie, gate.site)) await identity.signOut(held, ip);
  reply.headers({ 'set-cookie': clearSessionCookies(cookie, gate.site), 'clear-site-data': '"cache"' });
}
