import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import { digestRefusal } from '../../accounts/digest.ts';
import type { Environment } from '../../config/environment.ts';
import { answerEndpoint } from './answer-endpoint.ts';

export interface DigestApiOptions {
  identity: Pick<Identity, 'settings' | 'mail' | 'onAccountRemoved'>;
  environment: Partial<Pick<Environment, 'DIGEST'>>;
}

/** Who gets the weekly mail. */
export function digestApi(app: FastifyInstance, { identity, environment }: DigestApiOptions): void {
  const { settings, mail } = identity;
  identity.onAccountRemoved((accountId) => {
    settings
      .write(digestRefusal(accountId), undefined)
      .catch((error: unknown) => app.log.error({ err: error, accountId }, 'a setting could not be removed'));
  });
  answerEndpoint(app, 'readDigest', async (_, { user }) => ({
    answer: {
      mail: mail.isThere,
      isOn: environment.DIGEST ?? true,
      mine: (await settings.read(digestRefusal(user.accountId))) === undefined,
    },
  }));

  answerEndpoint(app, 'changeDigest', async ({ body }, { user }) => {
    await settings.write(digestRefusal(user.accountId), body.mine ? undefined : true);
    return { answer: undefined };
  });
}
