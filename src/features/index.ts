import { listIdentityProviders } from '../accounts/providers/open-identity-provider.ts';
import type { Environment } from '../config/environment.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import { agents } from './agents/feature.ts';
import { announcements } from './announcements/feature.ts';
import { audit } from './audit/feature.ts';
import { authoring } from './authoring/feature.ts';
import { backups } from './backups/feature.ts';
import type { Feature } from './feature.ts';
import { firebase } from './firebase/feature.ts';
import { insights } from './insights/feature.ts';
import { mcp } from './mcp/feature.ts';
import { oidc } from './oidc/feature.ts';
import { pdfExport } from './pdf-export/feature.ts';
import { peopleImport } from './people-import/feature.ts';
import { publishing } from './publishing/feature.ts';

/** The features that come with the program. */
export const engineFeatures: readonly Feature[] = [
  agents,
  announcements,
  audit,
  authoring,
  backups,
  firebase,
  insights,
  mcp,
  oidc,
  pdfExport,
  peopleImport,
  publishing,
];

/**
 * The features of an installation: those of the program, without the ones that `FEATURES_OFF` names. A name that no
 * feature has is a problem, as is an `IDENTITY` that isn't installed.
 */
export function installFeatures({
  FEATURES_OFF: off,
  IDENTITY: provider,
}: Pick<Environment, 'FEATURES_OFF' | 'IDENTITY'>):
  | { features: readonly Feature[]; problems?: never }
  | { features?: never; problems: Problem[] } {
  const names = engineFeatures.map(({ name }) => name);
  const problems = off
    .filter((name) => !names.includes(name))
    .map((name) =>
      createProblem(
        `FEATURES_OFF names "${name}", which isn't a feature.${didYouMean(name, names)} Features: ${names.join(', ')}.`,
      ),
    );
  const features = engineFeatures.filter(({ name }) => !off.includes(name));
  if (!listIdentityProviders(features).includes(provider))
    problems.push(createProblem(describeUnknownProvider(provider, features)));
  return problems.length > 0 ? { problems } : { features };
}

function createProblem(message: string): Problem {
  return { code: 'environment', severity: 'error', message };
}

function describeUnknownProvider(provider: string, features: readonly Feature[]): string {
  const owner = engineFeatures.find(({ identityProviders = [] }) =>
    identityProviders.some(({ name }) => name === provider),
  );
  if (owner)
    return `IDENTITY=${provider} needs the feature "${owner.name}", which FEATURES_OFF switches off.`;
  const names = listIdentityProviders(features);
  return `IDENTITY names "${provider}", which isn't an identity provider.${didYouMean(provider, names)} Identity providers: ${names.join(', ')}.`;
}
