import type { Command } from './command.ts';

interface Listed {
  about: string;
  load(): Promise<{ command: Command }>;
}

/** Needs neither compiler nor bundler, so it is there where a built site is only served. */
const whereServed = (about: string, load: Listed['load']) => ({ about, load, whereServed: true });

/** Every command, and the module that has it, loaded when it is called. */
export const commands = {
  start: { about: 'builds what is out of date, and serves', load: () => import('./start.ts') },
  serve: whereServed('serves the build that is there', () => import('./serve.ts')),
  build: { about: 'builds the site', load: () => import('./build.ts') },
  dev: { about: 'serves a preview that follows what is written', load: () => import('./dev.ts') },
  adopt: { about: 'says what of a Docusaurus site comes along', load: () => import('./adopt.ts') },
  releases: whereServed('lists what was published', () => import('./releases.ts')),
  publish: { about: 'publishes a build on a server elsewhere', load: () => import('./publish.ts') },
  rollback: whereServed('serves an earlier release again', () => import('./rollback.ts')),
  new: { about: 'begins a document or a category', load: () => import('./new.ts') },
  rename: { about: 'moves documents, and what names them after them', load: () => import('./rename.ts') },
  schema: { about: 'JSON schemas for editors', load: () => import('./schema.ts') },
  check: { about: 'checks content, rules and budgets', load: () => import('./check.ts') },
  dates: { about: 'writes down when documents were last committed', load: () => import('./dates.ts') },
  doctor: whereServed('looks for what keeps the site from being served', () => import('./doctor.ts')),
  users: whereServed('accounts', () => import('./users.ts')),
  store: whereServed('copies, saves and restores what the site keeps', () => import('./store.ts')),
  audit: whereServed('who signed in, and who changed which account', () => import('./audit.ts')),
  feedback: whereServed('what readers said of pages', () => import('./feedback.ts')),
  search: whereServed('what readers searched for', () => import('./search.ts')),
  export: { about: 'one PDF of it all', load: () => import('./export.ts') },
} as const satisfies Record<string, Listed>;

export type CommandName = keyof typeof commands;
// The keys are these names: `Object.keys` forgets that.
export const commandNames = Object.keys(commands) as CommandName[];
