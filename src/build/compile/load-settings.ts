import { formatProblem } from '../../shared/problem.ts';
import type { AllSettings, PortableSettings } from './site-markdown.ts';

/** In a compiler's thread: as they came, or from the configuration. */
export async function loadSettings({ data, load }: PortableSettings): Promise<AllSettings> {
  if (!load) return data;
  // Few sites have functions in it, and everybody's compilers would load what reads a configuration.
  const { loadConfiguration } = await import('../../adopt/load-configuration.ts');
  const { settingsOf } = await import('./site-settings.ts');
  const { config, problems } = await loadConfiguration(load.siteDir, load.version);
  const [problem] = problems.filter(({ severity }) => severity === 'error');
  // It was read before, by another thread: it answers differently from one time to the next.
  if (!config)
    throw new Error(`${problem ? formatProblem(problem) : 'The configuration cannot be read again.'}`);
  return settingsOf(config);
}
