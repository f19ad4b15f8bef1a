import type { FastifyReply, FastifyRequest } from 'fastify';
import { buildLoginUrl } from '../../model/urls.ts';
import { createSiteCookie } from '../http/cookies.ts';
import { sendError } from '../http/errors.ts';
import { isForm } from '../http/forms.ts';
import { redirectToForm } from './flash.ts';
import { createSignInError } from './sign-in-answers.ts';

/** A sign-in that waits: its token, and the path of this site to open after it. */
interface WaitingSignIn {
  token: string;
  next: string;
}

/**
 * Sends the user of a sign-in with a correct password to the page that asks for the second factor. The browser has no
 * session yet.
 */
export type SignInStep = (
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: WaitingSignIn,
) => FastifyReply | Promise<FastifyReply>;

/** Finds the step of a feature. Undefined on a server without second factors. */
export type FindSignInStep = () => SignInStep | undefined;

/** Binds the challenge of a passkey to its browser for a few minutes. */
export const passkeyCookie = createSiteCookie('passkey');

/**
 * Continues a sign-in after a correct password with the second factor. Without a step that asks for it, the sign-in is
 * refused: a password alone must never open an account that has a second factor.
 */
export function continueWithFactor(
  findStep: FindSignInStep,
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: WaitingSignIn,
): FastifyReply | Promise<FastifyReply> {
  const step = findStep();
  if (step) return step(request, reply, signIn);
  const { gate } = request;
  gate.signInOutcome = 'refused';
  const error = createSignInError('second-factor-off', gate.release.texts);
  if (!isForm(request)) return sendError(reply, error);
  const { next } = signIn;
  const buildUrl = (form: string) => buildLoginUrl({ form, ...(next !== '/' && { next }) });
  return redirectToForm(request, reply, { buildUrl, flash: { error: error.code } });
}
