import { formatProblem } from '../../shared/problem.ts';
import type { AllSettings, PortableSettings } from './site-markdown.ts';

/** Returns the settings for a compiler's thread: from the data that it was given, or else from the configuration. */
export async function loadSettings({ data, load }: PortableSettings): Promise<AllSettings> {
  if (!load) return data;
  // Few configurations contain functions, and every thread would load the code that evaluates a configuration.
  const { loadConfiguration } = await import('../../docusaurus/configuration/load-configuration.ts');
  const { collectMarkdownSettings: settingsOf } = await import('./site-settings.ts');
  const { config, problems } = await loadConfiguration(load.siteDir, load.version, {
    loadsPluginData: false,
  });
  const [problem] = problems.filter(({ severity }) => severity === 'error');
  // Another thread has read it successfully, so it gives different results at different times.
  if (!config)
    throw new Error(`${problem ? formatProblem(problem) : "The configuration can't be read again."}`);
  return settingsOf(config);
}
