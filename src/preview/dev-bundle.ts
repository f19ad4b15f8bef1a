import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BundledSite } from '../build/bundle/site-plugin.ts';
import type { DevBundlerTask } from './dev-bundler.ts';

export interface DevBundle {
  /** Absolute: what is served at `/_assets/` besides the shell's own files. */
  files: string[];
  /** Address of the script that takes the shell's place. */
  script: string;
}

/** The preview's script, which the site that readers get does not have. `hash`: of the UI that it is made from. */
export async function bundleDevClient(options: {
  site: BundledSite;
  cacheDir: string;
  hash: string;
}): Promise<DevBundle> {
  const home = path.join(options.cacheDir, 'ui-dev');
  const folder = path.join(home, options.hash);
  const entryFile = path.join(folder, 'entry.txt');
  if (!existsSync(entryFile)) {
    const draft = `${folder}.${process.pid}.tmp`;
    mkdirSync(draft, { recursive: true });
    const entry = await runBundler({ ...options.site, outDir: draft });
    writeFileSync(path.join(draft, 'entry.txt'), entry);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    for (const name of readdirSync(home)) {
      if (name !== options.hash) rmSync(path.join(home, name), { recursive: true, force: true });
    }
  }
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  return { files, script: `/_assets/${readFileSync(entryFile, 'utf8')}` };
}

/** In a thread of its own: the bundler reads and sets `NODE_ENV`, which must not touch this process. */
function runBundler(task: DevBundlerTask): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./dev-bundler.ts', import.meta.url), {
      workerData: task,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
