import type { CDPSession, Page } from 'playwright-core';

/** Chromium's virtual authenticator, which acts as a reader's phone or laptop and confirms every request. */
export interface Authenticator {
  /** The number of passkeys that it has created. */
  count(): Promise<number>;
  /** Sets whether the user confirms requests from now on. */
  answer(yes: boolean): Promise<void>;
}

export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const client: CDPSession = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    answer: async (isUserVerified) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
