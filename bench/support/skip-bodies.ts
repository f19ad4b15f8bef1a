import type { Client } from 'autocannon';

/**
 * The load generator joins each body to a text, which takes twenty times as long as answering it does: with large
 * files it measured itself. Nobody here reads the bodies; their bytes are counted all the same.
 */
export function skipBodies(client: Client): void {
  const { pipelinedRequests } = client as Client & { pipelinedRequests: { addBody(data: Uint8Array): void } };
  pipelinedRequests.addBody = () => {};
}
