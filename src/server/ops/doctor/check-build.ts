import type { Environment } from '../../../config/environment.ts';
import { english, type SiteTexts, type Texts } from '../../../config/texts.ts';
import type { LoginTemplate } from '../../../model/templates.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { fillText } from '../../../shared/fill-text.ts';
import { formatPlural } from '../../../shared/plural.ts';
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
  /** The sign-in page that the build must have. By default the one of local accounts. */
  loginPage?: LoginTemplate;
  /** Whether to compare the hash of every file, which takes longer. */
  isDeep?: boolean;
  /** The language of the findings. */
  texts?: SiteTexts;
}

/** A message without the step at its end that the report gives as advice. */
function removeAdvice(message: string, advice: string): string {
  return message.endsWith(` ${advice}`) ? message.slice(0, -advice.length).trimEnd() : message;
}

/** Loads the published build like the server does: the manifest, every file listed in it, views and renderers. */
export async function checkBuild(
  dist: string,
  environment: Environment,
  {
    openViews,
    loginPage = 'login',
    isDeep = false,
    texts = english,
  }: Omit<BuildCheck, 'texts'> & { texts?: Texts } = {},
): Promise<{ findings: Finding[]; release?: Release }> {
  const commands = { build: formatCommand('build'), rollback: formatCommand('rollback') };
  const repairAdvice = fillText(texts.adviseBuild, commands);
  const adviseBuild = fillText(texts.adviseRun, { command: commands.build });
  const options = {
    folder: dist,
    https: environment.BASE_URL?.startsWith('https:') ?? false,
    loginPage,
    openViews,
  };
  const { release, problems } = await loadRelease(options);
  release?.views?.close();
  if (!release) {
    const keptRelease = await loadNewestKept(options);
    keptRelease?.release.views?.close();
    const todo = keptRelease ? repairAdvice : adviseBuild;
    return {
      findings: [
        ...problems.flatMap(({ message }) => reportBuild('fail', removeAdvice(message, todo), todo)),
        ...(keptRelease
          ? reportBuild('warn', fillText(texts.findBuildKept, { name: keptRelease.name }))
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
    const rest =
      more > 0
        ? reportBuild('fail', formatPlural(texts.findDamagedMore, more, texts.findingsLanguage), repairAdvice)
        : [];
    return { release, findings: [...listedFindings, ...rest] };
  }
  const releaseFacts = {
    name: release.build,
    folder: dist,
    count: release.entries.size.toLocaleString(texts.findingsLanguage),
  };
  const checkedPart = isDeep ? texts.findBuildContent : texts.findBuildSizes;
  const message = `${fillText(texts.findBuild, releaseFacts)} ${checkedPart}`;
  return { release, findings: reportBuild('ok', message) };
}

const LISTED_FILES_MAX = 20;

/** Checks the search index with a test query. */
export async function checkIndex(
  release: Release | undefined,
  { SEARCH }: Pick<Environment, 'SEARCH'>,
  texts: Texts = english,
): Promise<Finding[]> {
  if (SEARCH === 'algolia') return reportIndex('ok', texts.findSearchElsewhere);
  if (release === undefined) return [];
  const todo = fillText(texts.adviseRun, { command: formatCommand('build') });
  if (release.search === undefined) return reportIndex('warn', texts.findIndexMissing, todo);
  const fault = await findSearchIndexFault(release.search);
  return fault === undefined
    ? reportIndex('ok', texts.findIndex)
    : reportIndex('fail', fillText(texts.findIndexBroken, { reason: fault }), todo);
}
