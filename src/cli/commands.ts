import type { Command } from './command.ts';

interface CommandEntry {
  /** One line for the list of commands. */
  about: string;
  load(): Promise<{ command: Command }>;
}

/** Marks a command that needs neither compiler nor bundler, so that it also works in a server's installation. */
const whereServed = (about: string, load: CommandEntry['load']) => ({ about, load, whereServed: true });

/** Every command. Its module is loaded when the command is called. */
export const commands = {
  start: { about: 'Build what changed, then serve the site', load: () => import('./start.ts') },
  serve: whereServed('Serve the site as it was built', () => import('./serve.ts')),
  build: { about: 'Build the site', load: () => import('./build.ts') },
  dev: { about: 'Preview the site while you write', load: () => import('./dev.ts') },
  adopt: { about: 'Report what works in a Docusaurus site', load: () => import('./adopt.ts') },
  releases: whereServed('List releases, manage deploy tokens', () => import('./releases.ts')),
  publish: { about: 'Publish a build to other servers', load: () => import('./publish.ts') },
  rollback: whereServed('Serve an earlier release again', () => import('./rollback.ts')),
  new: { about: 'Create a document or a category', load: () => import('./new.ts') },
  rename: {
    about: 'Move documents and update everything that links to them',
    load: () => import('./rename.ts'),
  },
  schema: { about: 'Print or write JSON schemas for editors', load: () => import('./schema.ts') },
  check: { about: 'Check content, rules and size budgets', load: () => import('./check.ts') },
  dates: { about: 'Store the dates when documents were last committed', load: () => import('./dates.ts') },
  doctor: whereServed('Check the installation', () => import('./doctor.ts')),
  users: whereServed('Manage accounts', () => import('./users.ts')),
  store: whereServed('Back up, restore or copy accounts and other stored data', () => import('./store.ts')),
  audit: whereServed('Show sign-ins and changes to accounts', () => import('./audit.ts')),
  feedback: whereServed(
    'Show reader feedback',
    () => import('../features/insights/feedback/feedback-command.ts'),
  ),
  search: whereServed(
    'Show what readers search for',
    () => import('../features/insights/searches/search-command.ts'),
  ),
  export: { about: 'Export the site as a PDF', load: () => import('./export.ts') },
} as const satisfies Record<string, CommandEntry>;

export type CommandName = keyof typeof commands;
// `Object.keys` returns `string[]`, but the keys are exactly these names.
export const commandNames = Object.keys(commands) as CommandName[];
