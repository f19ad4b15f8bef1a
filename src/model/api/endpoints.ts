import { accountEndpoints } from './account.ts';
import { accountsEndpoints } from './accounts.ts';
import { agentsEndpoints } from './agents.ts';
import { announcementEndpoints } from './announcement.ts';
import { audiencesEndpoints } from './audiences.ts';
import { auditEndpoints } from './audit.ts';
import { backupsEndpoints } from './backups.ts';
import { deployTokensEndpoints } from './deploy-tokens.ts';
import { digestEndpoints } from './digest.ts';
import type { AnswerOf, Endpoint, ReadRequest, SentRequest } from './endpoint.ts';
import { factorEndpoints } from './factors.ts';
import { feedbackEndpoints } from './feedback.ts';
import { healthEndpoints } from './health.ts';
import { manyAccountsEndpoints } from './many-accounts.ts';
import { readingEndpoints } from './reading.ts';
import { releasesEndpoints } from './releases.ts';
import { searchesEndpoints } from './searches.ts';
import { sessionsEndpoints } from './sessions.ts';
import { tokensEndpoints } from './tokens.ts';

/** Every endpoint of `/api/v1` by its name, which is also its `operationId`. */
export const endpoints = {
  ...accountEndpoints,
  ...tokensEndpoints,
  ...accountsEndpoints,
  ...audiencesEndpoints,
  ...factorEndpoints,
  ...manyAccountsEndpoints,
  ...readingEndpoints,
  ...searchesEndpoints,
  ...feedbackEndpoints,
  ...auditEndpoints,
  ...sessionsEndpoints,
  ...agentsEndpoints,
  ...announcementEndpoints,
  ...digestEndpoints,
  ...healthEndpoints,
  ...backupsEndpoints,
  ...releasesEndpoints,
  ...deployTokensEndpoints,
} satisfies Record<string, Endpoint>;

type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export type EndpointRequest<Name extends EndpointName> = ReadRequest<Endpoints[Name]>;
export type EndpointAnswer<Name extends EndpointName> = AnswerOf<Endpoints[Name]>;

/** An endpoint as browsers name it, `GET /api/v1/account`, so that they don't need to load the list. */
export type ApiCall = Endpoints[EndpointName]['call'];
type EndpointOf<Call extends ApiCall> = {
  [Name in EndpointName]: Endpoints[Name]['call'] extends Call ? Endpoints[Name] : never;
}[EndpointName];
export type CallRequest<Call extends ApiCall> = SentRequest<EndpointOf<Call>>;
export type CallAnswer<Call extends ApiCall> = AnswerOf<EndpointOf<Call>>;
