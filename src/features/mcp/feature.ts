import type { IncomingHttpHeaders } from 'node:http';
import { parseMcpAddress } from '../../model/mcp-address.ts';
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

/**
 * Corrects a URL of the MCP endpoint as users type it: with slashes too many, in capitals, or the address of the site
 * alone. A page may have such a path, so all but slashes at the end are corrected only for requests that no reader of
 * pages sends: `POST`, and `GET` for the stream of events that clients ask for afterwards.
 */
function correctMcpTarget(
  method: string | undefined,
  target: string,
  { accept }: IncomingHttpHeaders,
): string {
  const address = parseMcpAddress(target);
  if (address === undefined) return target;
  const isExact = address.path.startsWith(MCP_PATH);
  const isByClient = method === 'POST' || (method === 'GET' && accept?.trim() === 'text/event-stream');
  return isExact || isByClient ? MCP_PATH + address.query : target;
}
