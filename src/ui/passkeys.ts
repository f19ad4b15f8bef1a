import * as texts from 'virtual:site/texts';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

type Said = { answer: Record<string, unknown> } | { problem: string };

/** Asks the authenticator for a new passkey. `options`: of the server. */
export function makePasskey(options: object): Promise<Said> {
  // Written by the library's other half.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return said(() => startRegistration({ optionsJSON }));
}

/** Asks for one that is there. */
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
    // The browser says no more than that, whoever it was that did not want to.
    return { problem: name === 'NotAllowedError' ? texts.passkeyCancelled : texts.passkeyFailed };
  }
}
