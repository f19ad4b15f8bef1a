#!/usr/bin/env node
/**
 * Runs a command of Gatehouse with a Node that is new enough: this one, or the one that the npm package `node` brings.
 * Plain JavaScript for old ones, so that they can say what is missing.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire, enableCompileCache } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NODE_MAJOR = 24;
const packageDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
// Node takes the types off files as they are, but not off those of packages: installed as one, it is JavaScript.
const isInstalled = packageDir.split(path.sep).includes('node_modules');
const main = path.join(packageDir, isInstalled ? 'lib/cli/main.js' : 'src/cli/main.ts');

if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) {
  // As `main` does for itself; before it, no compiler of TypeScript has to be loaded for its sake.
  enableCompileCache(path.join(packageDir, '.cache/code'));
  await import(pathToFileURL(main).href);
} else {
  const node = nodeOfPackage();
  if (node === undefined) {
    console.error(
      `Gatehouse needs Node ${NODE_MAJOR}, and this is ${process.versions.node}. Install it, or add it to the project: npm install node@${NODE_MAJOR}`,
    );
    process.exit(1);
  }
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both of us, and a second one would end the server at once.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}

/** The program of the npm package `node`, as the project or this package has it installed. */
function nodeOfPackage() {
  for (const from of [path.join(process.cwd(), 'package.json'), path.join(packageDir, 'package.json')]) {
    try {
      const file = createRequire(from).resolve('node/package.json');
      const node = path.join(path.dirname(file), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
      if (existsSync(node)) return node;
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}
