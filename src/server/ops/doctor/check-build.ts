import { openIdentityProvider } from '../../../accounts/providers/index.ts';
import type { Environment } from '../../../config/environment.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { findSearchIndexFault } from '../../release/check-release.ts';
import { findDamagedFiles } from '../../release/damaged-files.ts';
import { loadRelease } from '../../release/load-release.ts';
import type { Release } from '../../release/release.ts';
import { loadNewestKept } from '../../release/releases.ts';
import type { OpenViews } from '../../release/views.ts';
import { createReporter, type Finding } from './finding.ts';

const reportBuild = createReporter('build');
const reportIndex = createReporter('index');

export interface BuildCheck {
  /** Opens the views of a build that has audiences. */
  openViews?: OpenViews | undefined;
  /** Whether to compare the hash of every file, which takes longer. */
  isDeep?: boolean;
}

/** Loads the published build like the server does: the manifest, every file listed in it, views and renderers. */
export async function checkBuild(
  dist: string,
  environment: Environment,
  { openViews, isDeep = false }: BuildCheck = {},
): Promise<{ findings: Finding[]; release?: Release }> {
  const options = {
    folder: dist,
    https: environment.BASE_URL?.startsWith('https:') ?? false,
    loginPage: (await openIdentityProvider(environment)).loginPage.template,
    openViews,
  };
  const { release, problems } = await loadRelease(options);
  release?.views?.close();
  if (!release) {
    const keptRelease = await loadNewestKept(options);
    keptRelease?.release.views?.close();
    const todo = keptRelease ? repairAdvice : `Run "${formatCommand('build')}".`;
    return {
      findings: [
        ...problems.flatMap(({ message }) => reportBuild('fail', message, todo)),
        ...(keptRelease
          ? reportBuild('warn', `If you start the server now, it serves ${keptRelease.name} instead.`)
          : []),
      ],
    };
  }
  const damagedFiles = isDeep ? await findDamagedFiles(dist) : [];
  if (damagedFiles.length > 0) {
    const listedFindings = damagedFiles
      .slice(0, LISTED_FILES_MAX)
      .flatMap((message) => reportBuild('fail', message, repairAdvice));
    const more = damagedFiles.length - listedFindings.length;
    const rest = more > 0 ? reportBuild('fail', `${more} more files are damaged.`, repairAdvice) : [];
    return { release, findings: [...listedFindings, ...rest] };
  }
  const checkedPart = isDeep ? 'all files have their original content' : 'all files have the right size';
  const message = `Build ${release.build} in ${dist} can be served: ${release.entries.size} pages and files, ${checkedPart}.`;
  return { release, findings: reportBuild('ok', message) };
}

const LISTED_FILES_MAX = 20;
const repairAdvice = `Build ("${formatCommand('build')}") or publish again, or roll back to a kept release ("${formatCommand('rollback')}").`;

/** Checks the search index with a test query. */
export async function checkIndex(
  release: Release | undefined,
  { SEARCH }: Pick<Environment, 'SEARCH'>,
): Promise<Finding[]> {
  if (SEARCH === 'algolia') return reportIndex('ok', 'Searches go to Algolia, which is not checked here.');
  if (release === undefined) return [];
  const todo = `Run "${formatCommand('build')}".`;
  if (release.search === undefined) return reportIndex('warn', 'The build has no search index.', todo);
  const fault = await findSearchIndexFault(release.search);
  return fault === undefined
    ? reportIndex('ok', 'The search index works.')
    : reportIndex('fail', `The search index ${fault}.`, todo);
}
