import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '../../shared/duration.ts';
import type { Problem } from '../../shared/problem.ts';
import { runTask, type TaskOptions } from '../work/run-task.ts';

interface BundlerAnswer {
  problems: readonly Problem[];
}

const answerFile = (folder: string) => path.join(folder, 'answer.json');

/**
 * Runs a bundler in this folder and returns its answer, or the answer of an earlier run. The folder's name must be the
 * hash of everything that the bundle is made from, including the bundler.
 */
export async function bundleInto<Answer extends BundlerAnswer>(
  folder: string,
  bundler: URL,
  task: object,
  options?: TaskOptions,
): Promise<Answer> {
  const storedAnswer = await readBundle<Answer>(folder);
  if (storedAnswer) return storedAnswer;
  return storeBundles([folder], async ([outDir]) => {
    const answer = await runTask<Answer>(bundler, { ...task, outDir }, options);
    return { result: answer, answers: [answer] };
  });
}

/** The answer of the bundler that wrote this folder in an earlier run, if any. The bundle then counts as used. */
export async function readBundle<Answer extends BundlerAnswer>(folder: string): Promise<Answer | undefined> {
  if (!existsSync(answerFile(folder))) return undefined;
  const now = new Date();
  await utimes(folder, now, now);
  // The file was written by this module, so its content has this type.
  return JSON.parse(await readFile(answerFile(folder), 'utf8')) as Answer;
}

/**
 * Stores what `bundle` writes into one draft for each of these folders. An answer with errors isn't stored, because
 * the hash may not cover their cause, such as a missing package. A bundle without an answer isn't stored either.
 */
export async function storeBundles<Result>(
  folders: readonly string[],
  bundle: (
    drafts: readonly string[],
  ) => Promise<{ result: Result; answers: readonly (BundlerAnswer | undefined)[] }>,
): Promise<Result> {
  const homes = new Set(folders.map((folder) => path.dirname(folder)));
  for (const home of homes) await mkdir(home, { recursive: true });
  const drafts: string[] = [];
  try {
    // Unique folders, because another build, also in this process, may make the same bundle at the same time.
    for (const folder of folders) drafts.push(await mkdtemp(path.join(path.dirname(folder), 'draft-')));
    const { result, answers } = await bundle(drafts);
    for (const [index, folder] of folders.entries()) {
      const [draft, answer] = [drafts[index], answers[index]];
      if (draft === undefined || answer === undefined) continue;
      if (answer.problems.every(({ severity }) => severity === 'warning'))
        await writeFile(answerFile(draft), JSON.stringify(answer));
      await moveInto(folder, draft);
    }
    for (const home of homes) await removeOld(home, folders);
    return result;
  } finally {
    for (const draft of drafts) await rm(draft, { recursive: true, force: true });
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

/** Removes bundles that weren't used for a day. Newer ones may be in use by a build of another site. */
async function removeOld(home: string, current: readonly string[]): Promise<void> {
  const folders = (await readdir(home))
    .map((name) => path.join(home, name))
    .filter((candidate) => !current.includes(candidate));
  for (const folder of folders) {
    // Another build may have removed it already.
    const folderStats = await stat(folder).catch(() => undefined);
    if (folderStats && folderStats.mtimeMs < Date.now() - DAY_MS)
      await rm(folder, { recursive: true, force: true });
  }
}
