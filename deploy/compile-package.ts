/**
 * `npm pack` runs this: it leaves the engine in `lib/` as the package has it. Node takes the types off no file below
 * `node_modules`, so they are taken off here; positions stay as they are in `src/`. What Vite bundles for browsers keeps
 * its JSX, and only its imports change.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const [from, to] = [path.join(root, 'src'), path.join(root, 'lib')];

/** `'./x.ts'`, wherever a module names another of ours: imports, workers, URLs. */
const ownModule = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;

rmSync(to, { recursive: true, force: true });
for (const name of globSync('**/*.*', { cwd: from })) {
  if (/\.test\.tsx?$|\.d\.ts$|\.md$/.test(name)) continue;
  const target = path.join(to, name);
  mkdirSync(path.dirname(target), { recursive: true });
  if (!/\.tsx?$/.test(name)) {
    cpSync(path.join(from, name), target);
    continue;
  }
  const source = readFileSync(path.join(from, name), 'utf8').replace(ownModule, '$1$2.js$1');
  if (name.endsWith('.tsx')) writeFileSync(target, source);
  else writeFileSync(target.replace(/\.ts$/, '.js'), stripTypeScriptTypes(source));
}
