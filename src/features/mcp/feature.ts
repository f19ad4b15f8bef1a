import { MCP_PATH } from '../../model/urls.ts';
import { defineFeature } from '../feature.ts';

/** The documentation for assistants, over the Model Context Protocol. */
export const mcp = defineFeature({
  name: 'mcp',
  // Only POST does something. GET and DELETE respond that they aren't supported.
  routes: (['POST', 'GET', 'DELETE'] as const).map((method) => ({
    method,
    path: MCP_PATH,
    access: 'reader',
    kind: 'api',
    byToken: true,
    // People who open the address in a browser get an explanation.
    returnable: true,
  })),
  correctTarget: correctMcpTarget,
  async start(context) {
    const { startMcp } = await import('./mcp-route.ts');
    startMcp(context);
    return undefined;
  },
});

const typedAddress = /^\/mcp\/*(\?.*)?$/i;

/**
 * Corrects a typed URL of the MCP endpoint: removes slashes at the end and converts capitals. Capitals are converted
 * only for `POST`, because a page may have such a path.
 */
function correctMcpTarget(method: string | undefined, target: string): string {
  const match = typedAddress.exec(target);
  if (match === null) return target;
  const isExact = target.startsWith(MCP_PATH);
  return isExact || method === 'POST' ? MCP_PATH + (match[1] ?? '') : target;
}
