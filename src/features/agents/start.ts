import { AGENT_MCP_RESOURCE_URL } from '../../model/urls.ts';
import { prefixBasePath } from '../../server/http/base-path.ts';
import type { FeatureContext } from '../../server/server-feature.ts';
import { agentRoutes, areAgentsEnabled } from './agent-routes.ts';
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
    // The metadata, where agents start, is the same for every path.
    addChallenge(({ basePath }) => {
      const metadata = baseUrl + prefixBasePath(AGENT_MCP_RESOURCE_URL, basePath);
      return `resource_metadata="${metadata}", scope="${SCOPE}"`;
    });
  answerAgentEndpoints(app, { agents, baseUrl });
  agentRoutes(app, { agents, identity, identityProvider, baseUrl, network });
}
