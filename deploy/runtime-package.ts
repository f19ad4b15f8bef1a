/**
 * `node deploy/runtime-package.ts FOLDER`: leaves in FOLDER/package.json what the server needs once the site is built,
 * so that `npm install --omit=dev` there keeps that and drops what only builds: a tenth of it all.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ImportGraph } from '../src/build/cache/import-graph.ts';
import { commandNames, commands } from '../src/cli/commands.ts';
import { engineDir, engineModule } from '../src/shared/engine-dir.ts';

/** The commands of an image that only serves. */
export const servingCommands = commandNames.filter((name) => 'whereServed' in commands[name]);

interface Package {
  dependencies: Record<string, string>;
}

/** The packages that those commands load, as far as we ask for them by name. */
export function runtimeDependencies(): string[] {
  const reached = new Set(
    new ImportGraph().reach(servingCommands.map((name) => engineModule(`cli/${name}`))),
  );
  const { dependencies } = packageIn(engineDir);
  return Object.keys(dependencies).filter((name) =>
    reached.has(path.join(engineDir, 'node_modules', name, 'package.json')),
  );
}

function packageIn(folder: string): Package {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

function keepRuntime(folder: string): void {
  const described: Package & { devDependencies?: unknown } = packageIn(folder);
  const kept = runtimeDependencies();
  delete described.devDependencies;
  const dependencies = Object.entries(described.dependencies).filter(([name]) => kept.includes(name));
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ ...described, dependencies: Object.fromEntries(dependencies) }, null, 2),
  );
}

const [folder] = process.argv.slice(2);
if (import.meta.main && folder !== undefined) keepRuntime(folder);
