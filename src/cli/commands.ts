import type { CommandEntry } from '../command/define-command.ts';
import { engineFeatures } from '../features/index.ts';

/** Marks a command that needs neither compiler nor bundler, so that it also works in a server's installation. */
const whereServed = (about: string, load: CommandEntry['load']): CommandEntry => ({
  about,
  load,
  whereServed: true,
});

/** Commands that every installation has. Features declare theirs in their folders. */
const commonCommands: Readonly<Record<string, CommandEntry>> = {
  start: { about: 'Build what changed, then serve the site', load: () => import('./start.ts') },
  serve: whereServed('Serve the site as it was built', () => import('./serve.ts')),
  build: { about: 'Build the site', load: () => import('./build.ts') },
  dev: { about: 'Preview the site while you write', load: () => import('./dev.ts') },
  adopt: { about: 'Report what works in a Docusaurus site', load: () => import('./adopt.ts') },
  // Here, because it needs the list of features, to open the identity provider.
  rollback: whereServed('Serve an earlier release again', () => import('./rollback.ts')),
  dates: { about: 'Store the dates when documents were last committed', load: () => import('./dates.ts') },
  doctor: whereServed('Check the installation', () => import('./doctor.ts')),
  users: whereServed('Manage accounts', () => import('./users.ts')),
  store: whereServed('Back up, restore or copy accounts and other stored data', () => import('./store.ts')),
};

/** Every command by name. Throws if two features declare the same name. */
export const commands: Readonly<Record<string, CommandEntry>> = collectCommands();

function collectCommands(): Record<string, CommandEntry> {
  const collected = { ...commonCommands };
  for (const { name: feature, commands: declared = {} } of engineFeatures) {
    for (const [name, entry] of Object.entries(declared)) {
      if (collected[name])
        throw new Error(`The feature ${feature} declares the command ${name} a second time.`);
      collected[name] = entry;
    }
  }
  return collected;
}
