/**
 * `node deploy/runtime-package.ts FOLDER` removes the packages from FOLDER/package.json that only a build needs. After
 * `npm install --omit=dev` in FOLDER, a tenth of all packages is left.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ImportGraph } from '../src/build/cache/import-graph.ts';
import { commands } from '../src/cli/commands.ts';
import { engineDir, resolveEngineModule } from '../src/shared/engine-dir.ts';

/** The commands of an image that only serves. */
export const servingCommands = Object.entries(commands).flatMap(([name, { whereServed }]) =>
  whereServed ? [name] : [],
);

interface Package {
  dependencies: Record<string, string>;
}

/** The direct dependencies that those commands load. */
export function findRuntimeDependencies(): string[] {
  const reachableFiles = new Set(
    new ImportGraph().reach(servingCommands.map((name) => resolveEngineModule(`cli/${name}`))),
  );
  const { dependencies } = readPackage(engineDir);
  return Object.keys(dependencies).filter((name) =>
    reachableFiles.has(path.join(engineDir, 'node_modules', name, 'package.json')),
  );
}

function readPackage(folder: string): Package {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

function keepRuntimeDependencies(folder: string): void {
  const packageJson: Package & { devDependencies?: unknown } = readPackage(folder);
  const packageNames = findRuntimeDependencies();
  delete packageJson.devDependencies;
  const dependencies = Object.entries(packageJson.dependencies).filter(([name]) =>
    packageNames.includes(name),
  );
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ ...packageJson, dependencies: Object.fromEntries(dependencies) }, null, 2),
  );
}

const [folder] = process.argv.slice(2);
if (import.meta.main && folder !== undefined) keepRuntimeDependencies(folder);
