import type { FastifyInstance } from 'fastify';
import { isWithin } from '../../model/audience.ts';
import type { Release } from '../release/release.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** Who may see what, as the published build has it. */
export function audiencesApi(app: FastifyInstance): void {
  answerEndpoint(app, 'readAudiences', async (_, { request }) => {
    const { release } = request.gate;
    const pages = pagesOf(release);
    const narrow = pages.flatMap(({ url, audience }) =>
      typeof audience === 'string' ? [] : [{ path: url, groups: [...audience] }],
    );
    const everyReader = pages.length - narrow.length;
    const open = pages.flatMap(({ url, audience }) =>
      audience === 'public' ? [{ path: url, groups: [], public: true as const }] : [],
    );
    const { links, neighbours } = release.views?.findings ?? { links: [], neighbours: [] };
    return {
      answer: {
        groups: release.groups.map(({ name, label, description }) => ({
          name,
          label,
          description,
          pages:
            everyReader +
            narrow.filter(({ groups }) => isWithin(groups, { kind: 'reader', groups: [name] })).length,
        })),
        everyReader,
        total: pages.length,
        ...(release.publicPages && { visitors: open.length }),
        narrow: [...open, ...narrow],
        links: [...links],
        neighbours: [...neighbours],
        canPreview: release.views !== undefined,
      },
    };
  });
}

/** Those of the site; our own are for everybody whom they are for. */
function pagesOf({ entries }: Release) {
  return [...entries.values()].filter(
    ({ cache, status, audience }) =>
      cache === 'page' && status === 200 && audience !== 'administrator' && audience !== 'visitor',
  );
}
