import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '../../shared/duration.ts';
import type { Problem } from '../../shared/problem.ts';
import { runTask } from '../work/run-task.ts';

const answerFile = (folder: string) => path.join(folder, 'answer.json');

/**
 * What a bundler answers once it has bundled into this folder, or has in an earlier run: its name is the hash of all that
 * the bundle is made from, the bundler too.
 */
export async function bundleInto<Answer extends { problems: readonly Problem[] }>(
  folder: string,
  bundler: URL,
  task: object,
): Promise<Answer> {
  if (existsSync(answerFile(folder))) {
    const now = new Date();
    await utimes(folder, now, now);
    // Written by this very code.
    return JSON.parse(await readFile(answerFile(folder), 'utf8')) as Answer;
  }
  const home = path.dirname(folder);
  await mkdir(home, { recursive: true });
  // Of its own, whoever else makes the same bundle at this moment, in this process too.
  const draft = await mkdtemp(path.join(home, 'draft-'));
  try {
    const answer = await runTask<Answer>(bundler, { ...task, outDir: draft });
    // What is wrong may be outside of what is looked at, such as a package that is not installed.
    if (answer.problems.every(({ severity }) => severity === 'warning'))
      await writeFile(answerFile(draft), JSON.stringify(answer));
    await moveInto(folder, draft);
    await removeOld(home, folder);
    return answer;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Another build may have been faster with the same bundle: then its result serves as well. */
async function moveInto(folder: string, draft: string): Promise<void> {
  if (existsSync(answerFile(folder))) return;
  await rm(folder, { recursive: true, force: true });
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!existsSync(answerFile(folder))) throw error;
  }
}

/** Those that nobody has used for a day: another build, of another site, may be using the others at this moment. */
async function removeOld(home: string, current: string): Promise<void> {
  const folders = (await readdir(home)).map((name) => path.join(home, name)).filter((one) => one !== current);
  for (const folder of folders) {
    // Another build may have been faster here too.
    const used = await stat(folder).catch(() => undefined);
    if (used && used.mtimeMs < Date.now() - DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}
