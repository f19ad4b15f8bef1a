import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createEncryptedCookie } from '../../accounts/encrypted-cookie.ts';
import { createSiteCookie } from '../http/cookies.ts';

const flashCookie = createSiteCookie('form');
const FLASH_SECONDS = 60;
/** Longer input isn't kept: a browser would drop a large cookie, and the error message with it. */
const INPUT_MAX_BYTES = 600;

/** An error of a submitted form, and its input other than passwords. */
const flashSchema = z.object({
  error: z.string().optional(),
  email: z.string().optional(),
  name: z.string().optional(),
  /** Minutes until the user may try again. */
  wait: z.number().optional(),
});

type Flash = z.infer<typeof flashSchema>;

/**
 * Redirects back to the page of a form that failed, where a reload doesn't submit the form again. The error and the input
 * are in a cookie for one minute, encrypted with a key from the page's URL: the token of a one-time link, or else a
 * random one. So every process of the site can read them, and they appear in no browser history or log.
 */
export async function redirectToForm(
  { gate: { site } }: FastifyRequest,
  reply: FastifyReply,
  page: { buildUrl(key: string): string; key?: string; flash: Flash },
): Promise<FastifyReply> {
  const { buildUrl, key = randomBytes(16).toString('base64url'), flash } = page;
  const { email = '', name = '' } = flash;
  const isWithinLimit = Buffer.byteLength(email + name) <= INPUT_MAX_BYTES;
  const encryptedFlash = await openCookie(key).encrypt(
    isWithinLimit ? { ...flash } : { ...flash, email: '', name: '' },
    FLASH_SECONDS,
  );
  return reply
    .header('set-cookie', flashCookie.set(site, encryptedFlash, FLASH_SECONDS))
    .redirect(buildUrl(key), 303);
}

/** The flash of an attempt that may succeed later. */
export function createRetryFlash(
  result: { outcome: 'throttled'; retryAt: number } | { outcome: 'unavailable' },
): Pick<Flash, 'wait'> & { error: string } {
  if (result.outcome === 'unavailable') return { error: 'unavailable' };
  return { error: 'too-many-attempts', wait: Math.ceil((result.retryAt - Date.now()) / 60_000) };
}

/** Reads the flash that a form left for its page, and deletes it. */
export async function takeFlash(
  { gate: { site }, headers }: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<Flash> {
  const encryptedFlash = flashCookie.read(headers.cookie, site);
  if (encryptedFlash === undefined) return {};
  reply.header('set-cookie', flashCookie.clear(site));
  return flashSchema.safeParse(await openCookie(key).decrypt(encryptedFlash)).data ?? {};
}

const openCookie = (key: string) => createEncryptedCookie(key, 'form');
