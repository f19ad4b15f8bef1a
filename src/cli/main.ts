import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { engineDir } from '../shared/engine-dir.ts';

/** Every command, and the module that has it, loaded when it is called. */
const commands = {
  start: { about: 'builds what is out of date, and serves', load: () => import('./start.ts') },
  serve: { about: 'serves the build that is there', load: () => import('./serve.ts') },
  build: { about: 'builds the site', load: () => import('./build.ts') },
  dev: { about: 'serves a preview that follows what is written', load: () => import('./dev.ts') },
  adopt: { about: 'says what of a Docusaurus site comes along', load: () => import('./adopt.ts') },
  releases: { about: 'lists what was published', load: () => import('./releases.ts') },
  publish: { about: 'publishes a build on a server elsewhere', load: () => import('./publish.ts') },
  rollback: { about: 'serves an earlier release again', load: () => import('./rollback.ts') },
  new: { about: 'begins a document or a category', load: () => import('./new.ts') },
  rename: { about: 'moves documents, and what names them after them', load: () => import('./rename.ts') },
  schema: { about: 'JSON schemas for editors', load: () => import('./schema.ts') },
  check: { about: 'checks content, rules and budgets', load: () => import('./check.ts') },
  dates: { about: 'writes down when documents were last committed', load: () => import('./dates.ts') },
  doctor: { about: 'looks for what keeps the site from being served', load: () => import('./doctor.ts') },
  users: { about: 'accounts', load: () => import('./users.ts') },
  store: { about: 'copies, saves and restores what the site keeps', load: () => import('./store.ts') },
  audit: { about: 'who signed in, and who changed which account', load: () => import('./audit.ts') },
  feedback: { about: 'what readers said of pages', load: () => import('./feedback.ts') },
  search: { about: 'what readers searched for', load: () => import('./search.ts') },
  export: { about: 'one PDF of it all', load: () => import('./export.ts') },
};

const NODE_MAJOR = 24;

process.exitCode = await main(process.argv.slice(2));

/** Resolves with no exit code while a server goes on. */
async function main([name = 'help', ...args]: readonly string[]): Promise<number | undefined> {
  if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
    console.error(
      `Gatehouse needs Node ${NODE_MAJOR}, and this is ${process.versions.node}. Install it, or add it to the project: npm install node@${NODE_MAJOR}`,
    );
    return 1;
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    console.log(overview());
    return 0;
  }
  if (!isCommand(name)) {
    console.error(`There is no command "${name}".\n\n${overview()}`);
    return 2;
  }
  // Where nothing has changed, loading our own modules is half of a build and most of a start.
  enableCompileCache(path.join(engineDir, '.cache/code'));
  const { command } = await commands[name].load();
  const answer = await command.answer(name, args);
  if (answer?.err !== undefined) console.error(answer.err);
  if (answer?.out !== undefined) console.log(answer.out);
  return answer?.exitCode;
}

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}

function overview(): string {
  const lines = Object.entries(commands).map(([name, { about }]) => `  gatehouse ${name.padEnd(9)} ${about}`);
  return `Documentation that only signed-in people can read.\n\n${lines.join('\n')}\n\nEach says more with --help.`;
}
