import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { ASSETS_PREFIX } from '../model/urls.ts';
import type { Problem } from '../shared/problem.ts';
import type { RenderContext } from '../ui/page-data.ts';
import type { BundlerAnswer, BundlerTask } from './bundle/bundler.ts';
import { bundleInputsHash } from './bundle/inputs.ts';
import type { BundledSite } from './bundle/site-plugin.ts';

/** The UI, made ready: what browsers load, and the module that renders pages in the build. */
export interface UiBundle {
  /** Changes when anything that the UI is made from does. */
  hash: string;
  files: UiFile[];
  assets: RenderContext['assets'];
  /** Absolute path of an ES module that exports `renderer: UiRenderer`; workers import it. */
  rendererModule: string;
}

export interface UiFile {
  /** Absolute path. */
  file: string;
  /** `/_assets/…`, with a hash in the name. */
  url: string;
  /** `visitor` for what the login page loads. */
  audience: 'visitor' | 'reader';
}

export type UiBundleResult = { bundle: UiBundle; problems: [] } | { bundle?: never; problems: Problem[] };

export interface BundleOptions extends BundledSite {
  /** Absolute: the build's cache folder. */
  cacheDir: string;
}

/** Earlier bundles that stay, so that going back and forth between two branches costs nothing. */
const KEPT_BUNDLES = 3;
const DRAFT = 'draft-';

/**
 * Bundles the UI for browsers and for the build, or takes the result of an earlier run with the same inputs.
 * A page of `src/pages/` that cannot be used is a problem; anything else that goes wrong is a bug and throws.
 */
export async function bundleUi({ cacheDir, ...site }: BundleOptions): Promise<UiBundleResult> {
  const hash = await bundleInputsHash(site);
  const home = path.join(cacheDir, 'ui');
  const folder = path.join(home, hash);
  if (!existsSync(path.join(folder, 'bundle.json'))) {
    await mkdir(home, { recursive: true });
    // Of its own, whoever else makes the same bundle at this moment, in this process too.
    const draft = await mkdtemp(path.join(home, DRAFT));
    try {
      const answer = await runBundler({ ...site, outDir: draft });
      if (answer.problems.length > 0) return { problems: answer.problems };
      await writeFile(path.join(draft, 'bundle.json'), JSON.stringify(answer.result));
      await publish(draft, folder);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    await removeOldBundles(home, hash);
  }
  return { bundle: await readBundle(folder, hash), problems: [] };
}

/** The files that a site of these articles needs: the library of diagrams only where there is one. */
export function usedFiles(
  { files }: UiBundle,
  articles: Iterable<{ summary: { live: readonly string[] } }>,
): UiFile[] {
  const hasDiagrams = [...articles].some(({ summary }) => summary.live.includes('Mermaid'));
  return hasDiagrams ? files : files.filter(({ url }) => !url.startsWith('/_assets/mermaid.tiny.'));
}

async function readBundle(folder: string, hash: string): Promise<UiBundle> {
  // Written by this very code, in a folder named by the hash of it.
  const stored: NonNullable<BundlerAnswer['result']> = JSON.parse(
    await readFile(path.join(folder, 'bundle.json'), 'utf8'),
  );
  return {
    hash,
    assets: stored.assets,
    files: stored.files.map(({ name, audience }) => ({
      file: path.join(folder, 'client', name),
      url: `${ASSETS_PREFIX}${name}`,
      audience,
    })),
    rendererModule: path.join(folder, 'server', stored.rendererModule),
  };
}

/** Another build may have been faster with the same bundle: then its result serves as well. */
async function publish(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!existsSync(path.join(folder, 'bundle.json'))) throw error;
  }
}

async function removeOldBundles(home: string, current: string): Promise<void> {
  const names = (await readdir(home)).filter((name) => name !== current && !name.startsWith(DRAFT));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, age: (await stat(path.join(home, name))).mtimeMs })),
  );
  dated.sort((a, b) => b.age - a.age);
  for (const { name } of dated.slice(KEPT_BUNDLES - 1)) {
    await rm(path.join(home, name), { recursive: true, force: true });
  }
}

/** In a thread of its own: the bundler reads and sets `NODE_ENV`, which must not touch this process. */
function runBundler(task: BundlerTask): Promise<BundlerAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./bundle/bundler.ts', import.meta.url), {
      workerData: task,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The bundler stopped with code ${code} and no answer.`)));
  });
}
