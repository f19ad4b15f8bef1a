import { listIdentityProviders } from '../accounts/providers/open-identity-provider.ts';
import { collectFeatureVariables, type Environment, readFeatureNames } from '../config/environment.ts';
import { collectTools } from '../server/server-feature.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import { describeReason } from '../shared/reason.ts';
import { collectDataFiles } from '../storage/data-file.ts';
import { agents } from './agents/feature.ts';
import { announcements } from './announcements/feature.ts';
import { answers } from './answers/feature.ts';
import { audit } from './audit/feature.ts';
import { authoring } from './authoring/feature.ts';
import { backups } from './backups/feature.ts';
import { collectCommands, describeFeatureOff, type Feature, toBuildFeatures } from './feature.ts';
import { firebase } from './firebase/feature.ts';
import { insights } from './insights/feature.ts';
import { liveCode } from './live-code/feature.ts';
import { math } from './math/feature.ts';
import { mcp } from './mcp/feature.ts';
import { mermaid } from './mermaid/feature.ts';
import { oidc } from './oidc/feature.ts';
import { loadOutsideFeatures } from './outside-features.ts';
import { pdfExport } from './pdf-export/feature.ts';
import { peopleImport } from './people-import/feature.ts';
import { personalTokens } from './personal-tokens/feature.ts';
import { publishing } from './publishing/feature.ts';
import { secondFactor } from './second-factor/feature.ts';
import { tryIt } from './try-it/feature.ts';
import { writtenAnswers } from './written-answers/feature.ts';

/** The features that come with the program. */
export const engineFeatures: readonly Feature[] = [
  agents,
  announcements,
  answers,
  audit,
  authoring,
  backups,
  firebase,
  insights,
  liveCode,
  math,
  mcp,
  mermaid,
  oidc,
  pdfExport,
  peopleImport,
  personalTokens,
  publishing,
  secondFactor,
  tryIt,
  writtenAnswers,
];

/**
 * The features whose settings a process reads: those of the program, and those from outside. If those from outside
 * can't be loaded, returns only those of the program; `installFeatures` reports what is wrong.
 */
export async function loadSettingsFeatures(
  source: Readonly<Record<string, string | undefined>>,
  workDir: string = process.cwd(),
): Promise<readonly Feature[]> {
  const featureNames = readFeatureNames(source, workDir);
  if (featureNames === undefined) return engineFeatures;
  const { features, problems } = await loadOutsideFeatures(featureNames, workDir);
  const all = [...engineFeatures, ...features];
  const isUsable =
    problems.length === 0 && (features.length === 0 || (await findConflict(all)) === undefined);
  return isUsable ? all : engineFeatures;
}

type InstalledFeatures =
  | { features: readonly Feature[]; problems?: never }
  | { features?: never; problems: Problem[] };

/**
 * The features of an installation: those of the program, of the site folder and of `FEATURES`, without the ones that
 * `FEATURES_OFF` names. Mistakes come back as problems: a module that can't be loaded, two features with the same name
 * or the same declaration, a name that no feature has.
 */
export async function installFeatures(
  environment: Pick<Environment, 'FEATURES' | 'FEATURES_OFF' | 'IDENTITY' | 'SITE_DIR'> &
    Partial<Pick<Environment, 'SECOND_FACTOR'>>,
  workDir: string = process.cwd(),
): Promise<InstalledFeatures> {
  const outsideFeatures = await loadOutsideFeatures(environment, workDir);
  if (outsideFeatures.problems.length > 0) return { problems: outsideFeatures.problems };
  const all = [...engineFeatures, ...outsideFeatures.features];
  const names = all.map(({ name }) => name);
  const doubledName = names.find((name, index) => names.indexOf(name) !== index);
  if (doubledName !== undefined)
    return {
      problems: [createProblem('feature', `Two features are named "${doubledName}". Rename one of them.`)],
    };
  const off = environment.FEATURES_OFF;
  const problems = off
    .filter((name) => !names.includes(name))
    .map((name) =>
      createProblem(
        'environment',
        `FEATURES_OFF names "${name}", which isn't a feature.${didYouMean(name, names)} Features: ${names.join(', ')}.`,
      ),
    );
  const features = all.filter(({ name }) => !off.includes(name));
  const { IDENTITY: provider } = environment;
  if (!listIdentityProviders(features).includes(provider))
    problems.push(createProblem('environment', describeUnknownProvider(provider, all, features)));
  const { SECOND_FACTOR: rule = 'off' } = environment;
  if (rule !== 'off' && off.includes(secondFactor.name))
    problems.push(
      createProblem('environment', describeFeatureOff(`SECOND_FACTOR=${rule}`, secondFactor.name)),
    );
  if (problems.length > 0) return { problems };
  const conflict = outsideFeatures.features.length > 0 ? await findConflict(features) : undefined;
  return conflict === undefined ? { features } : { problems: [conflict] };
}

function describeUnknownProvider(
  provider: string,
  all: readonly Feature[],
  features: readonly Feature[],
): string {
  const owner = all.find(({ identityProviders = [] }) =>
    identityProviders.some(({ name }) => name === provider),
  );
  if (owner) return describeFeatureOff(`IDENTITY=${provider}`, owner.name);
  const names = listIdentityProviders(features);
  return `IDENTITY names "${provider}", which isn't an identity provider.${didYouMean(provider, names)} Identity providers: ${names.join(', ')}.`;
}

/**
 * Collects what the features declare, as a build, a command and a server will, and reports the first thing declared
 * twice.
 */
async function findConflict(features: readonly Feature[]): Promise<Problem | undefined> {
  try {
    const { createServerRoutes, loadFeatureApi } = await import('../server/api/load-api.ts');
    createServerRoutes(features, await loadFeatureApi(features));
    collectTools(features);
    collectCommands(features);
    toBuildFeatures(features);
    collectDataFiles(features);
    collectFeatureVariables(features);
    return undefined;
  } catch (error) {
    return createProblem('feature', `${describeReason(error)} Rename it, or leave a feature out.`);
  }
}

function createProblem(code: string, message: string): Problem {
  return { code, severity: 'error', message };
}
