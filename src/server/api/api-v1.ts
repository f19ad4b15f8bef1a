import type { FastifyInstance } from 'fastify';
import { buildApiDocument } from '../../model/api/openapi.ts';
import { OPENAPI_URL } from '../../model/urls.ts';
import type { RouteParts } from '../route-parts.ts';
import { collectApi, grantTokens, type ServerFeature } from '../server-feature.ts';
import { accountApi } from './account.ts';
import { accountsApi } from './accounts.ts';
import { audiencesApi } from './audiences.ts';
import { digestApi } from './digest.ts';
import { mailsApi } from './mails.ts';
import { manyAccountsApi } from './many-accounts.ts';
import { sessionsApi } from './sessions.ts';
import { tokensApi } from './tokens.ts';
import { verificationApi } from './verification.ts';

/**
 * `/api/v1`, behind the gate, with its OpenAPI document. Features register their
 * endpoints themselves.
 */
export function apiRoutes(
  app: FastifyInstance,
  parts: RouteParts & { features: readonly ServerFeature[] },
): void {
  const { identity, baseUrl } = parts;
  const features = collectApi(parts.features);
  accountApi(app, parts);
  verificationApi(app, parts);
  if (grantTokens(parts.features)) tokensApi(app, parts);
  accountsApi(app, parts);
  audiencesApi(app);
  manyAccountsApi(app, parts);
  sessionsApi(app, identity);
  digestApi(app, parts);
  mailsApi(app, parts);
  app.get(OPENAPI_URL, ({ gate }, reply) => {
    const server = (baseUrl ?? '') + gate.site.basePath.slice(0, -1) || '/';
    const role = gate.user?.role ?? 'reader';
    const document = JSON.stringify(buildApiDocument({ name: 'Gatehouse', server, role, features }));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
