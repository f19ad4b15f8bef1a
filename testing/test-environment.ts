import { type Environment, readEnvironment } from '../src/config/environment.ts';
import { engineFeatures } from '../src/features/index.ts';

/** The settings that these variables and the defaults make. Nothing comes from the process or from `.env`. */
export function testEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const { environment, problems } = readEnvironment(variables, {
    features: engineFeatures,
    folder: '/nonexistent',
  });
  if (!environment) throw new Error(problems.map(({ message }) => message).join('\n'));
  return environment;
}
