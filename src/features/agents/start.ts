import { parseMcpAddress } from '../../model/mcp-address.ts';
import { AGENT_MCP_RESOURCE_URL, AGENT_RESOURCE_URL, MCP_PATH } from '../../model/urls.ts';
import { prefixBasePath } from '../../server/http/base-path.ts';
import type { FeatureContext } from '../../server/server-feature.ts';
import { areAgentsEnabled, registerAgentRoutes } from './agent-routes.ts';
import { createAgents } from './agents.ts';
import type { DocumentNetwork } from './fetch-client-document.ts';
import { answerAgentEndpoints } from './list-routes.ts';
import { SCOPE } from './metadata.ts';

/** Answers administrators and, if agents are switched on, agents and the readers whom they ask. */
export function startAgents(
  { app, identity, identityProvider, environment, baseUrl, addChallenge }: FeatureContext,
  network: DocumentNetwork | undefined,
): void {
  const agents = createAgents(identity.parts, { isOn: environment.AGENTS });
  if (environment.AGENTS) identity.tokens.accept('agent');
  if (areAgentsEnabled(agents, baseUrl))
    // Agents start with the metadata of the address that they were given. All other paths have that of the endpoint.
    addChallenge(({ site, route, path, query }) => {
      const address = route?.path === MCP_PATH ? parseMcpAddress(path + query) : undefined;
      const metadataPath = address
        ? AGENT_RESOURCE_URL + address.path + address.query
        : AGENT_MCP_RESOURCE_URL;
      const metadata = baseUrl + prefixBasePath(metadataPath, site.basePath);
      return `resource_metadata="${metadata}", scope="${SCOPE}"`;
    });
  answerAgentEndpoints(app, { agents, baseUrl });
  registerAgentRoutes(app, { agents, identity, identityProvider, baseUrl, network });
}
