import type { FastifyReply } from 'fastify';
import type { SignInMode } from '../../accounts/providers/sign-in-mode.ts';
import { sendPage } from '../http/forms.ts';
import { firebaseLoginHeaders } from '../http/security-headers.ts';
import type { Release } from '../release/release.ts';

interface LoginPageValues {
  /** Of this site, safe. */
  next: string;
  error?: string | undefined;
  email?: string | undefined;
  /** Whether browsers can use passkeys here. */
  passkeys?: boolean;
}

/** The login page as this site signs people in. */
export function sendLoginPage(
  reply: FastifyReply,
  { mode: { loginPage }, release }: { mode: SignInMode; release: Release },
  { next, error = '', email = '', passkeys = false }: LoginPageValues,
): FastifyReply {
  const { template, values, sources } = loginPage;
  if (sources) reply.headers(firebaseLoginHeaders(release.inline, sources));
  const page = { next, error, email, passkeys: passkeys ? 'yes' : '', ...values(next) };
  return sendPage(reply, 200, release.templates[template](page));
}
