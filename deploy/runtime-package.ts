/**
 * `node deploy/runtime-package.ts FOLDER`: leaves in FOLDER/package.json what the server needs once the site is built,
 * so that `npm install --omit=dev` there keeps that and drops what only builds: a tenth of it all.
 * `tests/deploy/production.test.ts` holds the list to what the code imports.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const runtimeDependencies = [
  '@fastify/formbody',
  '@node-rs/argon2',
  'algoliasearch',
  'fastest-levenshtein',
  'fastify',
  'jose',
  'openid-client',
  'pg',
  'prom-client',
  'stemmer',
  'zod',
];

function keepRuntime(folder: string): void {
  const file = path.join(folder, 'package.json');
  const { devDependencies: _dropped, ...described } = JSON.parse(readFileSync(file, 'utf8'));
  const dependencies = Object.entries(described.dependencies).filter(([name]) =>
    runtimeDependencies.includes(name),
  );
  writeFileSync(
    file,
    JSON.stringify({ ...described, dependencies: Object.fromEntries(dependencies) }, null, 2),
  );
}

const [folder] = process.argv.slice(2);
if (import.meta.main && folder !== undefined) keepRuntime(folder);
