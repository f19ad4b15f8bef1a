import './first-process.ts';

import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { describeFeatureOff } from '../features/feature.ts';
import { engineFeatures } from '../features/index.ts';
import { isEndingAwaited } from '../shared/ending-work.ts';
import { engineDir } from '../shared/engine-dir.ts';
import {
  commands,
  findFeatureThatIsOff,
  listCommands,
  loadFeaturesOfCommand,
  loadSiteCommands,
} from './commands.ts';

const NODE_MAJOR = 24;
/** Time for work that goes on after a command, such as the last writes to a log. */
const LEFT_WORK_MS_MAX = 5_000;

process.on('beforeExit', reportUnfinished);
const exitCode = await main(process.argv.slice(2));
process.exitCode = exitCode;
process.off('beforeExit', reportUnfinished);
if (exitCode !== undefined) endLeftWork(exitCode);

/** Resolves with `undefined` while a server keeps the process alive. */
async function main([name = 'help', ...args]: readonly string[]): Promise<number | undefined> {
  if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
    console.error(
      `Gatehouse needs Node ${NODE_MAJOR}, but this is Node ${process.versions.node}. Install Node ${NODE_MAJOR}, or add it to the project: npm install node@${NODE_MAJOR}`,
    );
    return 1;
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    console.log(describeCommands((await loadSiteCommands(args)).commands));
    return 0;
  }
  if (name === '--version' || name === '-v' || name === 'version') {
    const { showVersion } = await import('../command/define-command.ts');
    console.log(showVersion(engineFeatures).out);
    return 0;
  }
  let entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry === undefined) {
    const site = await loadSiteCommands(args);
    if (Object.hasOwn(site.commands, name)) entry = site.commands[name];
    else if (site.problems.length > 0) {
      const { formatProblem } = await import('../shared/problem.ts');
      console.error(site.problems.map(formatProblem).join('\n'));
      return 1;
    }
  }
  if (entry === undefined) {
    if (name.startsWith('-')) {
      console.error(`Name a command before the option "${name}".\nSee "gatehouse --help".`);
      return 2;
    }
    const { didYouMean } = await import('../shared/near-name.ts');
    const nearName = didYouMean(name, Object.keys(listCommands()));
    console.error(`Unknown command "${name}".${nearName}\nSee "gatehouse --help".`);
    return 2;
  }
  const featureOff = findFeatureThatIsOff(name);
  if (featureOff !== undefined) {
    console.error(describeFeatureOff(`"${name}"`, featureOff));
    return 1;
  }
  // For a build without changes, and for most starts, half of the time goes into loading our own modules.
  enableCompileCache(path.join(engineDir, '.cache/code'));
  const { command } = await entry.load();
  const result = await command.answer(name, args, await loadFeaturesOfCommand(args));
  if (result?.err !== undefined) console.error(result.err);
  if (result?.out !== undefined) console.log(result.out);
  return result?.exitCode;
}

/** Ends the process even if code of the site left a timer, a server or an open connection. */
function endLeftWork(exitCode: number): void {
  setTimeout(() => process.exit(exitCode), LEFT_WORK_MS_MAX).unref();
}

/** Node ends a program that waits for something that never happens, silently and as if it had succeeded. */
function reportUnfinished(): void {
  if (isEndingAwaited()) return;
  console.error(
    'The command stopped before it was done: it waits for something that never happens. If the site has code of its own (configuration, plugins, components), look there for a promise that is never fulfilled.',
  );
  process.exit(1);
}

function describeCommands(siteCommands: typeof commands): string {
  const all = { ...listCommands(), ...siteCommands };
  const width = Math.max(...Object.keys(all).map((name) => name.length));
  const lines = Object.entries(all).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return `Gatehouse serves documentation that only the right people can read.

Usage: gatehouse <command> [options]

${lines.join('\n')}

Run "gatehouse <command> --help" for the options of a command, and "gatehouse --version" for the version.`;
}
