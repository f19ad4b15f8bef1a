import type { CommandEntry } from '../command/define-command.ts';
import { readFeatureNames } from '../config/environment.ts';
import { collectCommands, type Feature } from '../features/feature.ts';
import { engineFeatures, installFeatures, loadSettingsFeatures } from '../features/index.ts';
import type { Problem } from '../shared/problem.ts';

/** Marks a command that needs neither compiler nor bundler, so that it also works in a server's installation. */
const defineServerCommand = (about: string, load: CommandEntry['load']): CommandEntry => ({
  about,
  load,
  whereServed: true,
});

/** Commands that every installation has. Features declare theirs in their folders. */
const commonCommands: Readonly<Record<string, CommandEntry>> = {
  start: { about: 'Build what changed, then serve the site', load: () => import('./start.ts') },
  serve: defineServerCommand('Serve the site as it was built', () => import('./serve.ts')),
  build: { about: 'Build the site', load: () => import('./build.ts') },
  dev: { about: 'Preview the site while you write', load: () => import('./dev.ts') },
  adopt: { about: 'Report what works in a Docusaurus site', load: () => import('./adopt.ts') },
  // Not part of a feature, because it needs the list of features to open the identity provider.
  rollback: defineServerCommand('Serve an earlier release again', () => import('./rollback.ts')),
  dates: { about: 'Store the dates when documents were last committed', load: () => import('./dates.ts') },
  doctor: defineServerCommand('Check the installation', () => import('./doctor.ts')),
  users: defineServerCommand('Manage accounts', () => import('./users.ts')),
  store: defineServerCommand(
    'Back up, restore or copy accounts and other stored data',
    () => import('./store.ts'),
  ),
  // Not part of a feature, because `push` works without the feature that counts searches.
  search: defineServerCommand('Show what readers search for', () => import('./search.ts')),
};

/**
 * Every command of the program by name, whether or not its feature is switched off. Throws if two features declare the
 * same name.
 */
export const commands: Readonly<Record<string, CommandEntry>> = {
  ...commonCommands,
  ...collectCommands(engineFeatures),
};

/** The name of the feature that a command belongs to, if `FEATURES_OFF` switches it off. */
export function findFeatureThatIsOff(name: string): string | undefined {
  return listFeaturesOff().find(({ commands: ownCommands = {} }) => Object.hasOwn(ownCommands, name))?.name;
}

/** The commands of the program without those of features that are switched off. */
export function listCommands(): Readonly<Record<string, CommandEntry>> {
  const featuresOff = listFeaturesOff();
  return {
    ...commonCommands,
    ...collectCommands(engineFeatures.filter((feature) => !featuresOff.includes(feature))),
  };
}

function listFeaturesOff(): readonly Feature[] {
  const names = readFeatureNames(process.env)?.FEATURES_OFF ?? [];
  return engineFeatures.filter(({ name }) => names.includes(name));
}

/**
 * Commands of the site's own features, for a name that the program doesn't have.
 */
export async function loadSiteCommands(
  args: readonly string[],
): Promise<{ commands: Readonly<Record<string, CommandEntry>>; problems: readonly Problem[] }> {
  const { readEnvironment } = await import('../config/environment.ts');
  const source = { ...process.env, ...readSiteOption(args) };
  const settingsFeatures = await loadSettingsFeatures(source);
  const { environment } = readEnvironment(source, { features: settingsFeatures });
  // Without a valid environment, the command itself says what is wrong with it.
  const { features = [], problems = [] } = environment
    ? await installFeatures(environment)
    : { features: settingsFeatures, problems: [] };
  const addedCommands = collectCommands(features.filter((feature) => !engineFeatures.includes(feature)));
  const isNew = ([name]: readonly [string, unknown]) => !Object.hasOwn(commands, name);
  return { commands: Object.fromEntries(Object.entries(addedCommands).filter(isNew)), problems };
}

/** The features whose settings a command with these arguments reads. */
export function loadFeaturesOfCommand(args: readonly string[]): Promise<readonly Feature[]> {
  return loadSettingsFeatures({ ...process.env, ...readSiteOption(args) });
}

/** The site folder of `--site <folder>` or `--site=<folder>`, which the command itself reads later. */
function readSiteOption(args: readonly string[]): { SITE_DIR?: string } {
  const index = args.findIndex((arg) => arg === '--site' || arg.startsWith('--site='));
  const option = args[index];
  const folder = option === '--site' ? args[index + 1] : option?.slice('--site='.length);
  return folder === undefined ? {} : { SITE_DIR: folder };
}
