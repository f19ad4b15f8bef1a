import { listReleases, type ReleaseRecord } from '../../../releases/release-record.ts';
import { answerEndpoint } from '../../../server/api/answer-endpoint.ts';
import { type ErrorAnswer, errorAnswer, notFoundError } from '../../../server/http/errors.ts';
import type { FeatureContext } from '../../../server/server-feature.ts';
import { formatProblem } from '../../../shared/problem.ts';
import { type ReleaseRow, releaseEndpoints } from './release-endpoints.ts';
import { type RollBackResult, rollBack } from './roll-back.ts';

/** API for administrators to list the kept releases and roll back to one. */
export function answerReleaseEndpoints({
  app,
  identity,
  releases,
  dist,
  environment,
  identityProvider,
  openViews,
}: Pick<
  FeatureContext,
  'app' | 'identity' | 'releases' | 'dist' | 'environment' | 'identityProvider' | 'openViews'
>): void {
  answerEndpoint(app, releaseEndpoints.listReleases, async () => {
    if (dist === undefined) return { error: notFoundError };
    const { records, live } = listReleases(dist);
    return {
      answer: { rows: records.map((record) => toRow(record, live)), keep: environment.RELEASES_KEEP },
    };
  });

  answerEndpoint(app, releaseEndpoints.rollBack, async ({ params }, { user, request }) => {
    if (dist === undefined) return { error: notFoundError };
    const https = environment.BASE_URL?.startsWith('https:') ?? false;
    const options = { folder: dist, https, openViews, loginPage: identityProvider.loginPage.template };
    const result = await rollBack(options, params.release);
    if (result.outcome !== 'done') return { error: toRollBackError(result) };
    const { from = 'another release', to } = result;
    await identity.audit.note({
      at: Date.now(),
      event: 'release-rolled-back',
      by: user.email,
      from: request.ip,
      detail: `${from} → ${to.name}`,
    });
    // Other processes notice the change in the folder. This one switches before it answers.
    await releases.refresh();
    return { answer: undefined };
  });
}

function toRow(
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

function toRollBackError(result: Exclude<RollBackResult, { outcome: 'done' }>): ErrorAnswer {
  const refuseConflict = (code: ErrorAnswer['code'], message: string) => errorAnswer(409, code, message);
  switch (result.outcome) {
    case 'unknown':
      return notFoundError;
    case 'live':
      return refuseConflict('live', 'This release is already served.');
    case 'busy':
      return refuseConflict('underway', 'Another release is being published. Try again in a moment.');
    case 'refused':
      return refuseConflict('unusable', result.problems.map(formatProblem).join(' '));
  }
}
