import path from 'node:path';
import { openIdentityProvider } from '../../../accounts/providers/open-identity-provider.ts';
import type { Environment } from '../../../config/environment.ts';
import { readFeatureMessages } from '../../../config/feature-messages.ts';
import { composeSiteTexts, english } from '../../../config/texts.ts';
import { formatProblem, type Problem } from '../../../shared/problem.ts';
import { collectDataFiles } from '../../../storage/data-file.ts';
import type { ServerFeature } from '../../server-feature.ts';
import { checkAddress } from './check-address.ts';
import { type BuildCheck, checkBuild, checkIndex } from './check-build.ts';
import { checkClock } from './check-clock.ts';
import { checkIdentity } from './check-identity.ts';
import { checkFolders, checkLimits, checkNode } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkDatabaseEncryption, checkStore } from './check-store.ts';
import { createReporter, type Finding } from './finding.ts';

/** Checks everything that the site needs, like the server would. Changes nothing. */
export async function examine(
  environment: Environment,
  features: readonly ServerFeature[],
  build: Omit<BuildCheck, 'loginPage'> = {},
): Promise<Finding[]> {
  const { texts = composeSiteTexts({}, readFeatureMessages(features)) } = build;
  const dataFiles = collectDataFiles(features);
  const dist = path.resolve(environment.DIST_DIR);
  const identityProvider = await openIdentityProvider(environment, features);
  const loginPage = identityProvider.loginPage.template;
  const { release, findings } = await checkBuild(dist, environment, { ...build, loginPage });
  const featureFindings: Finding[][] = [];
  for (const feature of features)
    featureFindings.push((await feature.examine?.(environment, { texts, dataFiles })) ?? []);
  return [
    ...checkNode(undefined, texts),
    ...createReporter('configuration')('ok', texts.findSettings),
    ...checkAddress(environment, { texts }),
    ...checkIdentity(identityProvider, environment, texts),
    ...checkFolders(environment, dist, texts),
    ...checkDatabaseEncryption(environment, texts),
    ...(await checkStore(environment, dataFiles, texts)),
    ...featureFindings.flat(),
    ...(await checkMail(environment, { texts, hasAuditLog: features.some(({ name }) => name === 'audit') })),
    ...findings,
    ...(await checkIndex(release, environment, texts)),
    ...checkClock(dist, undefined, texts),
    ...checkLimits(undefined, texts),
  ];
}

/** Checks what can be checked if the configuration itself is invalid. */
export function examineInvalidConfiguration(problems: readonly Problem[]): Finding[] {
  return [
    ...checkNode(),
    ...problems.flatMap((problem) =>
      createReporter('configuration')('fail', formatProblem(problem), english.findSettingsTodo),
    ),
    ...checkLimits(),
  ];
}
