import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { engineDir } from '../shared/engine-dir.ts';
import { type CommandName, commands } from './commands.ts';

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
  if (name === '--version' || name === '-v' || name === 'version') {
    const { versionAnswer } = await import('./command.ts');
    console.log(versionAnswer().out);
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

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

function overview(): string {
  const lines = Object.entries(commands).map(([name, { about }]) => `  gatehouse ${name.padEnd(9)} ${about}`);
  return `Documentation that only signed-in people can read.\n\n${lines.join('\n')}\n\nEach says more with --help. The version of Gatehouse and of the site: gatehouse --version`;
}
