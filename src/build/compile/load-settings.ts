import type { AllSettings, PortableSettings } from './site-markdown.ts';

/** In a compiler's thread: as they came, or from the configuration. */
export async function loadSettings({ data, load }: PortableSettings): Promise<AllSettings> {
  if (!load) return data;
  // Few sites have functions in it, and everybody's compilers would load what reads a configuration.
  const { loadConfiguration } = await import('../../adopt/load-configuration.ts');
  const { settingsOf } = await import('./site-settings.ts');
  const { config } = await loadConfiguration(load.siteDir, load.version);
  if (!config) throw new Error('The configuration, which was read before, cannot be loaded by a worker.');
  return settingsOf(config);
}
