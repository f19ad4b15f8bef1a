import { z } from 'zod';

const REDIRECT_URI_MAX_CHARACTERS = 1_000;
const REDIRECT_URIS_MAX = 10;
const NAME_MAX_CHARACTERS = 200;

/**
 * The fields of a client that this server uses, whether the client registers itself (RFC 7591) or a document describes
 * it. Both standards have many more fields, some with URLs to fetch. They are dropped here, before the library of the
 * authorization server sees them.
 */
export const clientMetadata = z.object({
  client_name: z.string().max(NAME_MAX_CHARACTERS).optional(),
  redirect_uris: z
    .array(z.string().max(REDIRECT_URI_MAX_CHARACTERS).refine(isPlainRedirectUri))
    .min(1)
    .max(REDIRECT_URIS_MAX),
});

type ClientMetadata = z.output<typeof clientMetadata>;

/** A client as the library reads it from the store. It has no secret: codes are protected by PKCE. */
export type ClientRecord = ClientMetadata & {
  client_id: string;
  token_endpoint_auth_method: 'none';
};

/**
 * Whether the host of a redirect URI shows readers where the answer goes: without user info
 * (`https://bank.example@evil.example/`), wildcards, and characters that aren't part of a host name. The library checks
 * the rest: schemes, fragments and loopback addresses.
 */
export function isPlainRedirectUri(redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  if (url === null || /[\\\s\p{C}]/u.test(redirectUri)) return false;
  const [, authority = ''] = /^[^:/?#]+:\/\/([^/?#]*)/.exec(redirectUri) ?? [];
  if (authority.includes('@') || url.username !== '' || url.password !== '') return false;
  return /^(?:[\w.-]*|\[[\da-f:.]+\])$/i.test(url.hostname);
}
