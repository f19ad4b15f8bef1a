import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../accounts/create-identity.ts';
import { openApiDocument } from '../../model/api/openapi.ts';
import { OPENAPI_URL } from '../../model/urls.ts';
import { letsAgentsIn } from '../agents/agent-routes.ts';
import { accountApi } from './account.ts';
import { type AccountsApiOptions, accountsApi } from './accounts.ts';
import { announcementApi } from './announcement.ts';
import { audiencesApi } from './audiences.ts';
import { auditApi } from './audit.ts';
import { type BackupsApiOptions, backupsApi } from './backups.ts';
import { deployTokensApi } from './deploy-tokens.ts';
import { type DigestApiOptions, digestApi } from './digest.ts';
import { factorApi } from './factors.ts';
import { manyAccountsApi } from './many-accounts.ts';
import { type ReleasesApiOptions, releasesApi } from './releases.ts';
import { sessionsApi } from './sessions.ts';
import { tokensApi } from './tokens.ts';

type ApiOptions = { identity: Identity } & Omit<AccountsApiOptions, 'identity'> &
  BackupsApiOptions &
  ReleasesApiOptions &
  DigestApiOptions;

/** `/api/v1`, behind the gate, and what describes it. What needs more than the accounts registers its own. */
export function apiRoutes(app: FastifyInstance, options: ApiOptions): void {
  const { identity, mode } = options;
  accountApi(app, { identity, local: mode.signIn.by === 'password' });
  factorApi(app, options);
  tokensApi(app, { identity, letsAgentsIn: letsAgentsIn(identity, options.baseUrl) });
  accountsApi(app, options);
  audiencesApi(app);
  manyAccountsApi(app, options);
  sessionsApi(app, identity);
  auditApi(app, identity);
  announcementApi(app, identity);
  backupsApi(app, options);
  releasesApi(app, options);
  deployTokensApi(app, identity);
  digestApi(app, options);
  app.get(OPENAPI_URL, ({ gate }, reply) => {
    const server = (options.baseUrl ?? '') + gate.site.basePath.slice(0, -1) || '/';
    const role = gate.user?.role ?? 'reader';
    const document = JSON.stringify(openApiDocument({ name: 'Gatehouse', server, role }));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
