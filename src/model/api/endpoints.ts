import { accountEndpoints } from './account.ts';
import { accountsEndpoints } from './accounts.ts';
import { audiencesEndpoints } from './audiences.ts';
import { digestEndpoints } from './digest.ts';
import type { AnswerOf, Endpoint, SentRequest } from './endpoint.ts';
import { healthEndpoints } from './health.ts';
import { mailsEndpoints } from './mails.ts';
import { manyAccountsEndpoints } from './many-accounts.ts';
import { sessionsEndpoints } from './sessions.ts';
import type { tokensEndpoints } from './tokens.ts';
import { verificationEndpoints } from './verification.ts';

/**
 * Endpoints of `/api/v1` that every site has, by name, which is also the `operationId`. Features declare theirs in their
 * folders.
 */
export const commonEndpoints = {
  ...accountEndpoints,
  ...accountsEndpoints,
  ...audiencesEndpoints,
  ...verificationEndpoints,
  ...manyAccountsEndpoints,
  ...sessionsEndpoints,
  ...digestEndpoints,
  ...healthEndpoints,
  ...mailsEndpoints,
} satisfies Record<string, Endpoint>;

/**
 * Endpoints of features, for the types of callers. A feature adds its own:
 *
 * ```ts
 * declare module '../../model/api/endpoints.ts' {
 *   interface FeatureEndpoints extends EndpointsOf<typeof greetingEndpoints> {}
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface FeatureEndpoints {}

/** The type of a feature's endpoints, as an interface can extend it. */
export type EndpointsOf<Declared> = { [Name in keyof Declared]: Declared[Name] };

type Endpoints = typeof commonEndpoints & typeof tokensEndpoints & FeatureEndpoints;
export type EndpointName = keyof Endpoints;
export type EndpointAnswer<Name extends EndpointName> = AnswerOf<Endpoints[Name]>;

/** An endpoint as browsers name it, `GET /api/v1/account`, so that they don't need to load the list. */
export type ApiCall = Endpoints[EndpointName]['call'];
type EndpointOf<Call extends ApiCall> = {
  [Name in EndpointName]: Endpoints[Name]['call'] extends Call ? Endpoints[Name] : never;
}[EndpointName];
export type CallRequest<Call extends ApiCall> = SentRequest<EndpointOf<Call>>;
export type CallAnswer<Call extends ApiCall> = AnswerOf<EndpointOf<Call>>;
