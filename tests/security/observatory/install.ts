import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const projectDir = path.resolve(import.meta.dirname, '../../..');
const folder = path.join(projectDir, '.cache/tools/observatory-1.4.8');

/**
 * Installs the grader into its own folder, outside of the project's dependencies. Its install scripts compile
 * a database driver and load lists from the network, which grading doesn't need, so they don't run. Rejects
 * without a registry.
 */
export async function installObservatory(): Promise<string> {
  const preloaded = path.join(folder, 'node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json');
  if (existsSync(preloaded)) return folder;
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    await copyFile(path.join(import.meta.dirname, file), path.join(folder, file));
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  // The list of sites that browsers only open over HTTPS. Our test sites aren't in it.
  await writeFile(preloaded, '{}');
  return folder;
}
