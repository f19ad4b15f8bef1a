import * as texts from 'virtual:site/texts';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** The authenticator's response, or why there is none. */
type PasskeyResult = { answer: Record<string, unknown> } | { problem: string };

/** Creates a passkey. `options`: from the server. */
export function makePasskey(options: object): Promise<PasskeyResult> {
  // The server half of the library wrote it.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return askAuthenticator(() => startRegistration({ optionsJSON }));
}

/** Uses an existing passkey. */
export function askPasskey(options: object): Promise<PasskeyResult> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return askAuthenticator(() => startAuthentication({ optionsJSON }));
}

async function askAuthenticator(ask: () => Promise<object>): Promise<PasskeyResult> {
  try {
    return { answer: { ...(await ask()) } };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'InvalidStateError') return { problem: texts.passkeyThere };
    // The browser doesn't say whether the user or the authenticator refused.
    return { problem: name === 'NotAllowedError' ? texts.passkeyCancelled : texts.passkeyFailed };
  }
}
