import { createDeployTokens } from '../src/features/publishing/deploy-tokens/deploy-tokens.ts';
import type { TestServer } from './server.ts';

/** Creates a deploy token of this server and returns its secret. */
export async function createDeployToken({ identity }: Pick<TestServer, 'identity'>): Promise<string> {
  const tokens = createDeployTokens(identity.deployTokens);
  const creation = await tokens.make({ name: 'CI', forMs: 30 * 86_400_000 }, { by: 'test' });
  if (creation.outcome !== 'made') throw new Error(creation.outcome);
  return creation.secret;
}
