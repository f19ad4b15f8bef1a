import type { FastifyInstance } from 'fastify';
import { nameDigestRefusal } from '../../accounts/digest.ts';
import { digestEndpoints } from '../../model/api/digest.ts';
import type { RouteParts } from '../route-parts.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** API for administrators to subscribe to the weekly mail or unsubscribe from it. */
export function registerDigestApi(app: FastifyInstance, { identity, environment }: RouteParts): void {
  const { settings, mail } = identity;
  identity.onAccountRemoved((accountId) => {
    settings
      .write(nameDigestRefusal(accountId), undefined)
      .catch((error: unknown) =>
        app.log.error({ err: error, accountId }, "A setting of a removed account couldn't be deleted."),
      );
  });
  answerEndpoint(app, digestEndpoints.readDigest, async (_, { user }) => ({
    answer: {
      mail: mail.isThere,
      isOn: environment.DIGEST ?? true,
      mine: (await settings.read(nameDigestRefusal(user.accountId))) === undefined,
    },
  }));

  answerEndpoint(app, digestEndpoints.changeDigest, async ({ body }, { user }) => {
    await settings.write(nameDigestRefusal(user.accountId), body.mine ? undefined : true);
    return { answer: undefined };
  });
}
