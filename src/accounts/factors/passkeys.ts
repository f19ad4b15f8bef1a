import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Passkey } from '../store/passkey-store.ts';

/** The site in the terms of WebAuthn. */
export interface RelyingParty {
  /** Host name. Passkeys work only on the host that they were created for. */
  id: string;
  origin: string;
}

/** The parts of a browser's answer that we rely on. The library checks the rest. */
const answerSchema = z.looseObject({
  id: z.string().min(1).max(1_400),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}).default({}),
});

/** Parses an answer from a form or from JSON. Returns `undefined` if it isn't the answer of an authenticator. */
export function parsePasskeyAnswer(answer: unknown): z.infer<typeof answerSchema> | undefined {
  if (typeof answer !== 'string') return answerSchema.safeParse(answer).data;
  try {
    return answerSchema.safeParse(JSON.parse(answer)).data;
  } catch {
    return undefined;
  }
}

// Loads the library on demand: it contains certificate parsers that most processes never need.
const loadLibrary = () => import('@simplewebauthn/server');

/**
 * Requires passkeys that work without an email and verify the user by PIN or fingerprint, so one is enough to sign in.
 */
const discoverable = { residentKey: 'required', userVerification: 'required' } as const;

/**
 * Creates the challenge for adding a passkey. `existing`: the account's passkeys, whose authenticators are left out.
 */
export async function createCreationOptions(
  { id: rpID }: RelyingParty,
  { id, email, name }: { id: string; email: string; name: string },
  existingPasskeys: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpID,
    rpName: rpID,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    authenticatorSelection: discoverable,
    excludeCredentials: existingPasskeys.map(describeCredential),
  });
}

/** `passkeys`: those of the account. Without them, the browser offers all passkeys that it has for this site. */
export async function createRequestOptions({ id: rpID }: RelyingParty, passkeys: readonly Passkey[] = []) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    allowCredentials: passkeys.map(describeCredential),
  });
}

/** Returns the data of a new passkey to store, or `undefined` if the answer doesn't match the challenge or the site. */
export async function verifyCreation(
  rawAnswer: unknown,
  challenge: string,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const answer = parsePasskeyAnswer(rawAnswer);
  if (answer === undefined) return undefined;
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    const verification = await verifyRegistrationResponse({
      // The library validates the parts that `answerSchema` doesn't.
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
    });
    if (!verification.verified) return undefined;
    const { id, publicKey, counter, transports = [] } = verification.registrationInfo.credential;
    return {
      id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transports.filter((transport) => /^[\w-]{1,20}$/.test(transport)).join(' '),
    };
  } catch {
    // The library throws for malformed answers.
    return undefined;
  }
}

/** Returns the signature counter, or `undefined` if the answer doesn't match the challenge, the site or the passkey. */
export async function verifyRequest(
  rawAnswer: unknown,
  challenge: string,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  passkey: Passkey,
): Promise<{ counter: number } | undefined> {
  const answer = parsePasskeyAnswer(rawAnswer);
  if (answer === undefined || answer.id !== passkey.id) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
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

function describeCredential({ id, transports }: Passkey): { id: string; transports: string[] } {
  return { id, transports: transports.split(' ').filter((candidate) => candidate !== '') };
}
