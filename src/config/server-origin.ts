import { z } from 'zod';
import { isLoopback } from '../shared/loopback.ts';

/**
 * Origin of a server that pages can call. HTTPS only, because what readers send may contain secrets. A server on the
 * reader's own machine can use HTTP.
 */
export const serverOrigin = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.host));
  if (url && isSafe && url.href === `${url.origin}/`) return url.origin;
  context.addIssue({
    code: 'custom',
    message: `"${text}" isn't an origin. Write only the scheme, host and port, such as "https://api.example.com". Plain http works only for this machine.`,
  });
  return z.NEVER;
});
