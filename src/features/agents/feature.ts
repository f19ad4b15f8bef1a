import type { EndpointsOf } from '../../model/api/endpoints.ts';
import { administration } from '../../model/pages.ts';
import * as urls from '../../model/urls.ts';
import { defineFeature, type Feature } from '../feature.ts';
import type { agentEndpoints } from './agent-endpoints.ts';
import type { DocumentNetwork } from './fetch-client-document.ts';
import { correctMetadataTarget } from './metadata.ts';

declare module '../../model/api/endpoints.ts' {
  interface FeatureEndpoints extends EndpointsOf<typeof agentEndpoints> {}
}

const byAgents = { access: 'public', kind: 'agents' } as const;

interface AgentsOptions {
  /** Network from which the client documents of agents are fetched. By default the internet. */
  network?: DocumentNetwork;
}

/** Assistants and other programs that readers allow, by OAuth, to read with their rights. */
export function createAgentsFeature({ network }: AgentsOptions = {}): Feature {
  return defineFeature({
    name: 'agents',
    // Handled only if BASE_URL is set.
    routes: [
      ...[
        urls.AGENT_RESOURCE_URL,
        urls.AGENT_MCP_RESOURCE_URL,
        urls.AGENT_SERVER_URL,
        urls.AGENT_OPENID_URL,
        urls.AGENT_KEYS_URL,
      ].map((path) => ({ method: 'GET' as const, path, ...byAgents })),
      { method: 'GET', path: urls.AGENT_AUTHORIZE_PATH, ...byAgents, noHead: true },
      { method: 'GET', path: urls.AGENT_ANSWERED_PATH, access: 'reader', kind: 'agents', noHead: true },
      { method: 'POST', path: urls.AGENT_TOKEN_URL, ...byAgents },
      { method: 'POST', path: urls.AGENT_REGISTRATION_URL, ...byAgents },
      { method: 'POST', path: urls.AGENT_REVOCATION_URL, ...byAgents },
      { method: 'GET', path: urls.CONSENT_PATH, access: 'reader', kind: 'agents', returnable: true },
      { method: 'POST', path: urls.CONSENT_PATH, access: 'reader', kind: 'agents' },
    ],
    // There is metadata for each address with which users may reach the MCP endpoint.
    correctTarget: (_method, target) => correctMetadataTarget(target),
    endpoints: async () => (await import('./agent-endpoints.ts')).agentEndpoints,
    grantsTokens: true,
    apiSubjects: {
      agents: {
        name: 'Connected apps',
        description: 'Assistants and other apps that readers have connected.',
      },
    },
    pages: {
      agents: {
        path: urls.adminPath('agents'),
        title: 'agentsTitle',
        group: 'readers',
        tab: 50,
        ...administration,
        module: new URL('./agents-page.tsx', import.meta.url),
      },
    },
    async examine(environment, { texts }) {
      const { checkAgents } = await import('./check-agents.ts');
      return checkAgents(environment, texts);
    },
    async start(context) {
      const { startAgents } = await import('./start.ts');
      startAgents(context, network);
      return undefined;
    },
  });
}

export const agents = createAgentsFeature();
