import { z } from 'zod';

const REDIRECT_URI_MAX_CHARACTERS = 1_000;
const REDIRECT_URIS_MAX = 10;
const NAME_MAX_CHARACTERS = 200;

/**
 * All that this server takes of a client, whether it registers itself (RFC 7591) or a document describes it. Both
 * standards have many more fields, and some of them name addresses to be fetched: they are dropped here, before the
 * authorization server's library sees them.
 */
export const clientMetadata = z.object({
  client_name: z.string().max(NAME_MAX_CHARACTERS).optional(),
  redirect_uris: z
    .array(z.string().max(REDIRECT_URI_MAX_CHARACTERS).refine(isPlainRedirectUri))
    .min(1)
    .max(REDIRECT_URIS_MAX),
});

type ClientMetadata = z.output<typeof clientMetadata>;

/** A client as the library reads it from the store. It has no secret: proof of a code is by PKCE. */
export type ClientRecord = ClientMetadata & {
  client_id: string;
  token_endpoint_auth_method: 'none';
};

/**
 * Whether a reader can tell from the host where the answer goes: no user info (`https://bank.example@evil.example/`), no
 * wildcard, nothing that isn't part of a host name. The library checks the rest: schemes, fragments, loopback.
 */
export function isPlainRedirectUri(redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  if (url === null || /[\\\s\p{C}]/u.test(redirectUri)) return false;
  const [, authority = ''] = /^[^:/?#]+:\/\/([^/?#]*)/.exec(redirectUri) ?? [];
  if (authority.includes('@') || url.username !== '' || url.password !== '') return false;
  return /^(?:[\w.-]*|\[[\da-f:.]+\])$/i.test(url.hostname);
}
