import type { FeatureContext } from '../../server/server-feature.ts';
import { answerDeployTokenEndpoints } from './deploy-tokens/deploy-token-routes.ts';
import { createDeployTokens } from './deploy-tokens/deploy-tokens.ts';
import { receivePublications } from './publications/publication-routes.ts';
import { answerReleaseEndpoints } from './releases/release-routes.ts';

/** Answers administrators, admits deploy tokens, and receives what they publish. */
export function startPublishing(context: FeatureContext): void {
  const deployTokens = createDeployTokens(context.identity.deployTokens);
  context.admitPublishers(deployTokens.findPublisher);
  answerDeployTokenEndpoints(context.app, deployTokens);
  answerReleaseEndpoints(context);
  // In a scope of its own, because only publications consist of files.
  context.app.register(async (app) => receivePublications({ ...context, app }));
}
