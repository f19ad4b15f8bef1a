import type { EndpointsOf } from '../../model/api/endpoints.ts';
import { administration } from '../../model/pages.ts';
import { adminPath } from '../../model/urls.ts';
import { defineFeature } from '../feature.ts';
import type { deployTokenEndpoints } from './deploy-tokens/deploy-token-endpoints.ts';
import type { releaseEndpoints } from './releases/release-endpoints.ts';

declare module '../../model/api/endpoints.ts' {
  interface FeatureEndpoints
    extends EndpointsOf<typeof releaseEndpoints>,
      EndpointsOf<typeof deployTokenEndpoints> {}
}

/** Releases: listing them, publishing them from another machine with a deploy token, and going back to one. */
export const publishing = defineFeature({
  name: 'publishing',
  endpoints: async () => ({
    ...(await import('./releases/release-endpoints.ts')).releaseEndpoints,
    ...(await import('./deploy-tokens/deploy-token-endpoints.ts')).deployTokenEndpoints,
  }),
  deployOperations: async () =>
    (await import('./publications/publication-operations.ts')).publicationOperations,
  apiSubjects: {
    releases: {
      name: 'Releases',
      description: 'Releases that can be restored.',
      parameters: { release: 'Name of the release, from `listReleases`.' },
    },
    'deploy-tokens': {
      name: 'Deploy tokens',
      description: 'Tokens that publish releases from another machine, such as CI.',
    },
    publications: {
      name: 'Publications',
      description:
        'Publishes a release from another machine in three steps, as `npm run publish` does. Both sides must run the same version.',
      parameters: { publication: 'Id of the publication, from `beginPublication`.' },
    },
  },
  pages: {
    releases: {
      path: adminPath('releases'),
      title: 'releases',
      tab: 110,
      ...administration,
      module: new URL('./releases/releases-page.tsx', import.meta.url),
    },
  },
  commands: {
    releases: {
      about: 'List releases, manage deploy tokens',
      whereServed: true,
      load: () => import('./releases/releases-command.ts'),
    },
    publish: {
      about: 'Publish a build to other servers',
      load: () => import('./publish/publish-command.ts'),
    },
  },
  async start(context) {
    const { startPublishing } = await import('./start.ts');
    startPublishing(context);
    return undefined;
  },
});
