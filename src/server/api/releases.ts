import type { FastifyInstance } from 'fastify';
import type { ReleaseRow } from '../../model/api/releases.ts';
import { listReleases, type ReleaseRecord } from '../../releases/release-record.ts';
import { formatProblem } from '../../shared/problem.ts';
import { type ErrorAnswer, errorAnswer, nothingHere } from '../http/errors.ts';
import { type RollBackResult, rollBack } from '../release/roll-back.ts';
import type { RouteParts } from '../route-parts.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** What was published, for administrators, and the way back to it. */
export function releasesApi(
  app: FastifyInstance,
  { identity, releases, dist, environment, mode, openViews }: RouteParts,
): void {
  answerEndpoint(app, 'listReleases', async () => {
    if (dist === undefined) return { error: nothingHere };
    const { records, live } = listReleases(dist);
    return {
      answer: { rows: records.map((record) => row(record, live)), keep: environment.RELEASES_KEEP ?? 0 },
    };
  });

  answerEndpoint(app, 'rollBack', async ({ params }, { user, request }) => {
    if (dist === undefined) return { error: nothingHere };
    const https = environment.BASE_URL?.startsWith('https:') ?? false;
    const options = { folder: dist, https, openViews, loginPage: mode.loginPage.template };
    const result = await rollBack(options, params.release);
    if (result.outcome !== 'done') return { error: refusal(result) };
    const { from = 'another release', to } = result;
    await identity.audit.note({
      at: Date.now(),
      event: 'release-rolled-back',
      by: user.email,
      from: request.ip,
      detail: `${from} → ${to.name}`,
    });
    // Others see the folder change; whoever asked sees it with the next page.
    await releases.refresh();
    return { answer: undefined };
  });
}

function row(
  { name, publishedAt, build, by, origin, pages, changes }: ReleaseRecord,
  live: ReleaseRecord | undefined,
): ReleaseRow {
  return {
    name,
    publishedAt,
    isLive: build === live?.build,
    ...(by === undefined ? {} : { by }),
    ...origin,
    pages,
    ...(changes && { changes }),
  };
}

function refusal(result: Exclude<RollBackResult, { outcome: 'done' }>): ErrorAnswer {
  const conflict = (code: ErrorAnswer['code'], message: string) => errorAnswer(409, code, message);
  switch (result.outcome) {
    case 'unknown':
      return nothingHere;
    case 'live':
      return conflict('live', 'This release is served already.');
    case 'busy':
      return conflict('underway', 'A build is being published. Try again in a moment.');
    case 'refused':
      return conflict('unusable', result.problems.map(formatProblem).join(' '));
  }
}
