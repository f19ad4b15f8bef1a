import { createMcpHandler } from '@modelcontextprotocol/server';
import { BODY_MAX_BYTES } from '../http/limits.ts';
import { documentationServer } from './documentation-server.ts';
import type { Library } from './library.ts';
import type { Ask } from './search-tool.ts';

/** One call of the protocol, in whichever of its revisions, answered as JSON and then forgotten. */
export async function answerCall(
  request: Request,
  { library, ask, onError }: { library: Library; ask: Ask; onError(error: Error): void },
): Promise<{ status: number; headers: Headers; body: string }> {
  const handler = createMcpHandler(() => documentationServer(library, ask), {
    // Nothing changes while somebody listens: a stream that stays open would only hold a connection.
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
