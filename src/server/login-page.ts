import type { FastifyReply } from 'fastify';
import type { SignInMode } from '../accounts/providers/sign-in-mode.ts';
import { hostedLoginSettings, hostedLoginSources } from './hosted-login.ts';
import { sendPage } from './pages.ts';
import type { Release } from './release.ts';
import { hostedLoginHeaders } from './security-headers.ts';

export interface LoginPageValues {
  /** Of this site, safe. */
  next: string;
  error?: string | undefined;
  email?: string;
}

/** The login page as this site signs people in. */
export function sendLoginPage(
  reply: FastifyReply,
  status: number,
  { mode, release }: { mode: SignInMode; release: Release },
  { next, error = '', email = '' }: LoginPageValues,
): FastifyReply {
  const { templates } = release;
  switch (mode.kind) {
    case 'local':
      return sendPage(reply, status, templates.login({ next, error, email }));
    case 'oidc':
      return sendPage(reply, status, templates['login-oidc']({ start: oidcStart(next), error }));
    case 'firebase': {
      const { client } = mode.provider;
      reply.headers(hostedLoginHeaders(release.inline, hostedLoginSources(client)));
      const page = templates['login-firebase']({ ...hostedLoginSettings(client), next, error });
      return sendPage(reply, status, page);
    }
  }
}

function oidcStart(next: string): string {
  return next === '/' ? '/auth/oidc/start' : `/auth/oidc/start?next=${encodeURIComponent(next)}`;
}
