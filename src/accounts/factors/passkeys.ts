import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Passkey } from '../store/passkey-store.ts';

/** The site as browsers and their authenticators know it. */
export interface RelyingParty {
  /** Its host name: passkeys of one site work on no other. */
  id: string;
  origin: string;
}

/** What a browser hands over, as far as we rely on its shape; the library looks at the rest. */
const handedOver = z.looseObject({
  id: z.string().min(1).max(1_400),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}).default({}),
});

/** As it came in a form or in JSON; `undefined` when it is no answer of an authenticator. */
export function passkeyAnswer(given: unknown): z.infer<typeof handedOver> | undefined {
  if (typeof given !== 'string') return handedOver.safeParse(given).data;
  try {
    return handedOver.safeParse(JSON.parse(given)).data;
  } catch {
    return undefined;
  }
}

// Parsers of certificates and their tables: most processes that start never need them.
const library = () => import('@simplewebauthn/server');

/** It can be found without a name, and asks whoever has it for a PIN or a finger: a second factor, and enough as the only one. */
const discoverable = { residentKey: 'required', userVerification: 'required' } as const;

export async function creationOptions(
  { id: rpID }: RelyingParty,
  { id, email, name }: { id: string; email: string; name: string },
  known: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpID,
    rpName: rpID,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    authenticatorSelection: discoverable,
    excludeCredentials: known.map(described),
  });
}

/** `known`: those of somebody; without them the browser offers all that it has for this site. */
export async function requestOptions({ id: rpID }: RelyingParty, known: readonly Passkey[] = []) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    allowCredentials: known.map(described),
  });
}

/** What is to be kept of a new one; `undefined` when the answer is none to this challenge, or not for this site. */
export async function verifyCreation(
  given: unknown,
  challenge: string,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const answer = passkeyAnswer(given);
  if (answer === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  try {
    const verified = await verifyRegistrationResponse({
      // The library reads what we did not.
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
    });
    if (!verified.verified) return undefined;
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
    return {
      id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transports.filter((one) => /^[\w-]{1,20}$/.test(one)).join(' '),
    };
  } catch {
    // However it is malformed, it is not an answer.
    return undefined;
  }
}

/** The count of its uses; `undefined` as above. */
export async function verifyRequest(
  given: unknown,
  challenge: string,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  passkey: Passkey,
): Promise<{ counter: number } | undefined> {
  const answer = passkeyAnswer(given);
  if (answer === undefined || answer.id !== passkey.id) return undefined;
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: Buffer.from(passkey.publicKey, 'base64url'),
        counter: passkey.counter,
      },
    });
    return verified ? { counter: authenticationInfo.newCounter } : undefined;
  } catch {
    return undefined;
  }
}

function described({ id, transports }: Passkey): { id: string; transports: string[] } {
  return { id, transports: transports.split(' ').filter((one) => one !== '') };
}
