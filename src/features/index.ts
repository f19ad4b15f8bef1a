import type { Environment } from '../config/environment.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import { agents } from './agents/feature.ts';
import { announcements } from './announcements/feature.ts';
import { authoring } from './authoring/feature.ts';
import { backups } from './backups/feature.ts';
import type { Feature } from './feature.ts';
import { insights } from './insights/feature.ts';
import { mcp } from './mcp/feature.ts';
import { pdfExport } from './pdf-export/feature.ts';
import { peopleImport } from './people-import/feature.ts';

/** The features that come with the program. */
export const engineFeatures: readonly Feature[] = [
  agents,
  announcements,
  authoring,
  backups,
  insights,
  mcp,
  pdfExport,
  peopleImport,
];

/**
 * The features of an installation: those of the program, without the ones that `FEATURES_OFF` names. A name that no
 * feature has is a problem.
 */
export function installFeatures({
  FEATURES_OFF: off,
}: Pick<Environment, 'FEATURES_OFF'>):
  | { features: readonly Feature[]; problems?: never }
  | { features?: never; problems: Problem[] } {
  const names = engineFeatures.map(({ name }) => name);
  const problems = off
    .filter((name) => !names.includes(name))
    .map((name) => ({
      code: 'environment',
      severity: 'error' as const,
      message: `FEATURES_OFF names "${name}", which isn't a feature.${didYouMean(name, names)} Features: ${names.join(', ')}.`,
    }));
  if (problems.length > 0) return { problems };
  return { features: engineFeatures.filter(({ name }) => !off.includes(name)) };
}
