import type { FastifyInstance } from 'fastify';
import { buildApiDocument } from '../../model/api/openapi.ts';
import { OPENAPI_URL } from '../../model/urls.ts';
import type { RouteParts } from '../route-parts.ts';
import { grantTokens, type ServerFeature } from '../server-feature.ts';
import { registerAccountApi } from './account.ts';
import { registerAccountsApi } from './accounts.ts';
import { registerAudiencesApi } from './audiences.ts';
import { registerDigestApi } from './digest.ts';
import type { FeatureApi } from './load-api.ts';
import { registerMailsApi } from './mails.ts';
import { registerManyAccountsApi } from './many-accounts.ts';
import { registerSessionsApi } from './sessions.ts';
import { registerTokensApi } from './tokens.ts';
import { registerVerificationApi } from './verification.ts';

/**
 * `/api/v1`, behind the gate, with its OpenAPI document. Features register their
 * endpoints themselves.
 */
export function registerApiRoutes(
  app: FastifyInstance,
  parts: RouteParts & { features: readonly ServerFeature[]; featureApi: FeatureApi },
): void {
  const { identity, baseUrl, featureApi } = parts;
  registerAccountApi(app, parts);
  registerVerificationApi(app, parts);
  if (grantTokens(parts.features)) registerTokensApi(app, parts);
  registerAccountsApi(app, parts);
  registerAudiencesApi(app);
  registerManyAccountsApi(app, parts);
  registerSessionsApi(app, identity);
  registerDigestApi(app, parts);
  registerMailsApi(app, parts);
  app.get(OPENAPI_URL, ({ gate }, reply) => {
    const server = (baseUrl ?? '') + gate.site.basePath.slice(0, -1) || '/';
    const role = gate.user?.role ?? 'reader';
    const document = JSON.stringify(
      buildApiDocument({ name: 'Gatehouse', server, role, features: featureApi }),
    );
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
