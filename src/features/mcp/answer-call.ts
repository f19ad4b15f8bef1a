import { createMcpHandler } from '@modelcontextprotocol/server';
import { BODY_MAX_BYTES } from '../../server/http/limits.ts';
import { createDocumentationServer } from './documentation-server.ts';
import type { Library } from './library.ts';
import type { OfferedTool } from './offered-tools.ts';
import type { RunSearch } from './search-tool.ts';

/** The complete answer to a call. */
export interface McpResponse {
  status: number;
  headers: Headers;
  body: string;
}

/** Answers one call of the protocol, in any of its revisions. No state is kept between calls. */
export async function answerCall(
  request: Request,
  {
    library,
    ask,
    tools,
    onError,
  }: { library: Library; ask: RunSearch; tools: readonly OfferedTool[]; onError(error: Error): void },
): Promise<McpResponse> {
  const handler = createMcpHandler(() => createDocumentationServer(library, ask, tools), {
    // The server has no notifications to send, so an open stream would only occupy a connection.
    maxSubscriptions: 0,
    keepAliveMs: 0,
    maxRequestBodySize: BODY_MAX_BYTES,
    onerror: onError,
  });
  const response = await handler.fetch(request);
  const body = await response.text();
  await handler.close();
  return { status: response.status, headers: response.headers, body };
}
