import { z } from 'zod';
import { isLoopback } from '../shared/loopback.ts';

/**
 * The origin of a server that pages may call. By HTTPS, because what readers send there may hold their secrets; a server
 * on the reader's own machine needs none.
 */
export const serverOrigin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.host));
  if (url && isSafe && url.href === `${url.origin}/`) return url.origin;
  context.addIssue({
    code: 'custom',
    message: `"${text}" is no origin that pages may call. Write the scheme, the host and, where it is not the usual one, the port, and nothing behind: "https://api.example.com". Plain http is for this machine alone.`,
  });
  return z.NEVER;
});
