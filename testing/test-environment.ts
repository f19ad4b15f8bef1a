import { type Environment, readEnvironment } from '../src/config/environment.ts';

/** The settings that these variables and the defaults make. Nothing comes from the process or from `.env`. */
export function testEnvironment(variables: Readonly<Record<string, string>>): Environment {
  const { environment, problems } = readEnvironment(variables, '/nonexistent');
  if (!environment) throw new Error(problems.map(({ message }) => message).join('\n'));
  return environment;
}
