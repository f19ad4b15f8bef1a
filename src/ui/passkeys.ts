import * as texts from 'virtual:site/texts';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

type Said = { answer: Record<string, unknown> } | { problem: string };

/** Creates a passkey. `options`: from the server. */
export function makePasskey(options: object): Promise<Said> {
  // The server half of the library wrote it.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return said(() => startRegistration({ optionsJSON }));
}

/** Uses an existing passkey. */
export function askPasskey(options: object): Promise<Said> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return said(() => startAuthentication({ optionsJSON }));
}

async function said(ask: () => Promise<object>): Promise<Said> {
  try {
    return { answer: { ...(await ask()) } };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'InvalidStateError') return { problem: texts.passkeyThere };
    // The browser doesn't say whether the user or the authenticator refused.
    return { problem: name === 'NotAllowedError' ? texts.passkeyCancelled : texts.passkeyFailed };
  }
}
