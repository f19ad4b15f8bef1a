/**
 * `npm pack` runs this. It writes the engine to `lib/` as JavaScript, because Node doesn't strip types from files below
 * `node_modules`. Line and column numbers stay the same as in `src/`. Files that Vite bundles for browsers keep their JSX,
 * and only their imports change.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const [from, to] = [path.join(root, 'src'), path.join(root, 'lib')];

/** Matches `'./x.ts'` in imports, workers and URLs, where a module names another module of the engine. */
const moduleReference = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;

rmSync(to, { recursive: true, force: true });
for (const name of globSync('**/*.*', { cwd: from })) {
  if (/\.test\.tsx?$|\.d\.ts$|\.md$/.test(name)) continue;
  const target = path.join(to, name);
  mkdirSync(path.dirname(target), { recursive: true });
  if (!/\.tsx?$/.test(name)) {
    cpSync(path.join(from, name), target);
    continue;
  }
  const source = readFileSync(path.join(from, name), 'utf8').replace(moduleReference, '$1$2.js$1');
  if (name.endsWith('.tsx')) writeFileSync(target, source);
  else writeFileSync(target.replace(/\.ts$/, '.js'), stripTypeScriptTypes(source));
}
