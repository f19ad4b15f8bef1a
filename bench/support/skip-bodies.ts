import type { Client } from 'autocannon';

/**
 * The load generator joins each body to a text, which takes twenty times as long as answering it does: with large
 * files it measured itself. The bodies are never read here, but their bytes are counted.
 */
export function skipBodies(client: Client): void {
  const { pipelinedRequests } = client as Client & { pipelinedRequests: { addBody(data: Uint8Array): void } };
  pipelinedRequests.addBody = () => {};
}
