import { parseCall } from '../../model/api/endpoint.ts';
import { commonEndpoints } from '../../model/api/endpoints.ts';
import { commonErrorCodes } from '../../model/api/error-codes.ts';
import type { ApiSubject } from '../../model/api/openapi.ts';
import { tokensEndpoints } from '../../model/api/tokens.ts';
import { createRouteTable, type Route, type RouteTable } from '../../model/routes.ts';
import {
  type DeployOperationList,
  type EndpointList,
  grantTokens,
  type ServerFeature,
} from '../server-feature.ts';

/** The endpoints and operations of several features, by `operationId`, and the groups they belong to. */
export interface FeatureApi {
  endpoints: EndpointList;
  deployOperations: DeployOperationList;
  /** Subjects by the first part of their paths below `/api/v1`. */
  subjects: Readonly<Record<string, ApiSubject>>;
  /** Meanings by code. */
  errorCodes: Readonly<Record<string, string>>;
}

/** Loads the endpoints and error codes of these features. Rejects if two of them declare the same name. */
export async function loadFeatureApi(
  features: readonly Pick<
    ServerFeature,
    'name' | 'endpoints' | 'deployOperations' | 'grantsTokens' | 'apiSubjects' | 'errorCodes'
  >[],
): Promise<FeatureApi> {
  const endpoints: Record<string, EndpointList[string]> = grantTokens(features) ? { ...tokensEndpoints } : {};
  const deployOperations: Record<string, DeployOperationList[string]> = {};
  const subjects: Record<string, ApiSubject> = {};
  const errorCodes: Record<string, string> = {};
  for (const feature of features) {
    const ownEndpoints =
      typeof feature.endpoints === 'function' ? await feature.endpoints() : feature.endpoints;
    for (const [name, endpoint] of Object.entries(ownEndpoints ?? {})) {
      if (endpoints[name])
        throw new Error(`The feature ${feature.name} declares the endpoint ${name} a second time.`);
      endpoints[name] = endpoint;
    }
    const ownOperations =
      typeof feature.deployOperations === 'function'
        ? await feature.deployOperations()
        : feature.deployOperations;
    for (const [name, operation] of Object.entries(ownOperations ?? {})) {
      if (endpoints[name] ?? deployOperations[name])
        throw new Error(`The feature ${feature.name} declares the operation ${name} a second time.`);
      deployOperations[name] = operation;
    }
    for (const [code, meaning] of Object.entries(feature.errorCodes ?? {})) {
      if (Object.hasOwn(commonErrorCodes, code) || errorCodes[code])
        throw new Error(`The feature ${feature.name} declares the error code ${code} a second time.`);
      errorCodes[code] = meaning;
    }
    Object.assign(subjects, feature.apiSubjects);
  }
  return { endpoints, deployOperations, subjects, errorCodes };
}

/**
 * Creates the table of all routes of a server with these features. Throws if two routes have the same method and path.
 */
export function createServerRoutes(
  features: readonly Pick<ServerFeature, 'routes'>[],
  { endpoints, deployOperations }: Pick<FeatureApi, 'endpoints' | 'deployOperations'>,
): RouteTable {
  const forDeployTokens = Object.values(deployOperations).map(
    ({ path }): Route => ({ method: 'POST', path, access: 'deploy', kind: 'api' }),
  );
  return createRouteTable([
    ...listEndpointRoutes(commonEndpoints),
    ...features.flatMap(({ routes = [] }) => routes),
    ...listEndpointRoutes(endpoints),
    ...forDeployTokens,
  ]);
}

/** Routes for endpoints of the API. */
function listEndpointRoutes(endpoints: EndpointList): Route[] {
  return Object.values(endpoints).map((endpoint) => ({
    ...parseCall(endpoint),
    access: endpoint.access,
    kind: 'api',
    ...(endpoint.byToken && { byToken: true }),
  }));
}
