import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '../../shared/duration.ts';
import type { Problem } from '../../shared/problem.ts';
import { runTask, type TaskOptions } from '../work/run-task.ts';

const answerFile = (folder: string) => path.join(folder, 'answer.json');

/**
 * Runs a bundler in this folder and returns its answer, or the answer of an earlier run. The folder's name must be the
 * hash of everything that the bundle is made from, including the bundler.
 */
export async function bundleInto<Answer extends { problems: readonly Problem[] }>(
  folder: string,
  bundler: URL,
  task: object,
  options?: TaskOptions,
): Promise<Answer> {
  if (existsSync(answerFile(folder))) {
    const now = new Date();
    await utimes(folder, now, now);
    // The file was written by this module, so its content has this type.
    return JSON.parse(await readFile(answerFile(folder), 'utf8')) as Answer;
  }
  const home = path.dirname(folder);
  await mkdir(home, { recursive: true });
  // A unique folder, because another build, also in this process, may make the same bundle at the same time.
  const draft = await mkdtemp(path.join(home, 'draft-'));
  try {
    const answer = await runTask<Answer>(bundler, { ...task, outDir: draft }, options);
    // Not stored with errors: their cause may be outside of what the hash covers, such as a package to be installed.
    if (answer.problems.every(({ severity }) => severity === 'warning'))
      await writeFile(answerFile(draft), JSON.stringify(answer));
    await moveInto(folder, draft);
    await removeOld(home, folder);
    return answer;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** If another build has finished the same bundle meanwhile, its result is kept. */
async function moveInto(folder: string, draft: string): Promise<void> {
  if (existsSync(answerFile(folder))) return;
  await rm(folder, { recursive: true, force: true });
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!existsSync(answerFile(folder))) throw error;
  }
}

/** Removes bundles that were not used for a day. Newer ones may be in use by a build of another site. */
async function removeOld(home: string, current: string): Promise<void> {
  const folders = (await readdir(home)).map((name) => path.join(home, name)).filter((one) => one !== current);
  for (const folder of folders) {
    // Another build may have removed it already.
    const used = await stat(folder).catch(() => undefined);
    if (used && used.mtimeMs < Date.now() - DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}
