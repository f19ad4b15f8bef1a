import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createEncryptedCookie } from '../../accounts/encrypted-cookie.ts';
import { siteCookie } from '../http/cookies.ts';

const ofForm = siteCookie('form');
const SECONDS = 60;
/** What is longer is typed again: a browser drops a large cookie, and the message with it. */
const TYPED_MAX_BYTES = 600;

/** What was wrong with a form, and what was typed into it besides passwords. */
const flashSchema = z.object({
  error: z.string().optional(),
  email: z.string().optional(),
  name: z.string().optional(),
  /** Minutes until one may try again. */
  wait: z.number().optional(),
});

type Flash = z.infer<typeof flashSchema>;

/**
 * Leads from a form that came to nothing back to its page, where a reload sends nothing again. What the page then
 * shows travels in a cookie for one minute, encrypted under a key that the page's address has: the token of a one-time
 * link, else one made for this. So every process of the site can read it, and neither histories nor logs have it.
 */
export async function backToForm(
  { gate: { site } }: FastifyRequest,
  reply: FastifyReply,
  page: { urlOf(key: string): string; key?: string; flash: Flash },
): Promise<FastifyReply> {
  const { urlOf, key = randomBytes(16).toString('base64url'), flash } = page;
  const { email = '', name = '' } = flash;
  const fits = Buffer.byteLength(email + name) <= TYPED_MAX_BYTES;
  const encrypted = await cookieOf(key).encrypt(
    fits ? { ...flash } : { ...flash, email: '', name: '' },
    SECONDS,
  );
  return reply.header('set-cookie', ofForm.set(site, encrypted, SECONDS)).redirect(urlOf(key), 303);
}

/** Of what may come to something later. */
export function laterFlash(
  result: { outcome: 'throttled'; retryAt: number } | { outcome: 'unavailable' },
): Pick<Flash, 'wait'> & { error: string } {
  if (result.outcome === 'unavailable') return { error: 'unavailable' };
  return { error: 'too-many-attempts', wait: Math.ceil((result.retryAt - Date.now()) / 60_000) };
}

/** What the form left, once. */
export async function takeFlash(
  { gate: { site }, headers }: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<Flash> {
  const encrypted = ofForm.read(headers.cookie, site);
  if (encrypted === undefined) return {};
  reply.header('set-cookie', ofForm.clear(site));
  return flashSchema.safeParse(await cookieOf(key).decrypt(encrypted)).data ?? {};
}

const cookieOf = (key: string) => createEncryptedCookie(key, 'form');
