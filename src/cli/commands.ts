import type { Command } from './command.ts';

interface Listed {
  about: string;
  load(): Promise<{ command: Command }>;
  /** Needs neither compiler nor bundler, so it is there where a built site is only served. */
  whereServed?: true;
}

/** Every command, and the module that has it, loaded when it is called. */
export const commands = {
  start: { about: 'builds what is out of date, and serves', load: () => import('./start.ts') },
  serve: { about: 'serves the build that is there', load: () => import('./serve.ts'), whereServed: true },
  build: { about: 'builds the site', load: () => import('./build.ts') },
  dev: { about: 'serves a preview that follows what is written', load: () => import('./dev.ts') },
  adopt: { about: 'says what of a Docusaurus site comes along', load: () => import('./adopt.ts') },
  releases: { about: 'lists what was published', load: () => import('./releases.ts'), whereServed: true },
  publish: { about: 'publishes a build on a server elsewhere', load: () => import('./publish.ts') },
  rollback: {
    about: 'serves an earlier release again',
    load: () => import('./rollback.ts'),
    whereServed: true,
  },
  new: { about: 'begins a document or a category', load: () => import('./new.ts') },
  rename: { about: 'moves documents, and what names them after them', load: () => import('./rename.ts') },
  schema: { about: 'JSON schemas for editors', load: () => import('./schema.ts') },
  check: { about: 'checks content, rules and budgets', load: () => import('./check.ts') },
  dates: { about: 'writes down when documents were last committed', load: () => import('./dates.ts') },
  doctor: {
    about: 'looks for what keeps the site from being served',
    load: () => import('./doctor.ts'),
    whereServed: true,
  },
  users: { about: 'accounts', load: () => import('./users.ts'), whereServed: true },
  store: {
    about: 'copies, saves and restores what the site keeps',
    load: () => import('./store.ts'),
    whereServed: true,
  },
  audit: {
    about: 'who signed in, and who changed which account',
    load: () => import('./audit.ts'),
    whereServed: true,
  },
  feedback: { about: 'what readers said of pages', load: () => import('./feedback.ts'), whereServed: true },
  search: { about: 'what readers searched for', load: () => import('./search.ts'), whereServed: true },
  export: { about: 'one PDF of it all', load: () => import('./export.ts') },
} as const satisfies Record<string, Listed>;

export type CommandName = keyof typeof commands;
// The keys are these names: `Object.keys` forgets that.
export const commandNames = Object.keys(commands) as CommandName[];
