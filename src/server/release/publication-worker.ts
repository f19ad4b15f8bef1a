/** Takes publications beside the thread that answers readers: `api/publications.ts` starts it. */

import { workerData } from 'node:worker_threads';
import type { Publisher } from '../../accounts/deploy-tokens/deploy-tokens.ts';
import { toDiskProblem } from '../../releases/disk-problem.ts';
import { BATCH_BYTES, unpackParts } from '../../releases/publication.ts';
import { answerTasks } from '../../shared/task-thread.ts';
import { errorAnswer } from '../http/errors.ts';
import { readPublication, unpack } from './read-publication.ts';
import {
  beginPublication,
  keepParts,
  type PublicationSite,
  type Switch,
  switchToPublication,
  type Taken,
  unwritableFolder,
} from './take-publication.ts';

export type PublicationTask =
  /** `body`: as it came. */
  | { kind: 'begin'; body: Uint8Array; publisher: Publisher }
  | { kind: 'keep'; body: Uint8Array; id: string }
  | ({ kind: 'switch' } & Switch);

/** Of what is sent at a time. */
const PARTS_MAX_BYTES = 2 * BATCH_BYTES;

// Started with this and nothing else.
const site = workerData as PublicationSite;
answerTasks<PublicationTask, Taken<object>>(async (task) => {
  try {
    return await take(task);
  } catch (error) {
    // Neither a full disk nor a folder that can't be written is a bug, and what is served stays.
    const unwritable = unwritableFolder(site.folder);
    if (unwritable) return { error: unwritable };
    const problem = toDiskProblem(error);
    if (!problem) throw error;
    return { error: errorAnswer(507, 'no-room', problem.message) };
  }
});

function take(task: PublicationTask): Taken<object> | Promise<Taken<object>> {
  switch (task.kind) {
    case 'begin': {
      const publication = readPublication(task.body);
      return publication
        ? beginPublication(site, publication, task.publisher)
        : malformed('This is no publication that this server knows.');
    }
    case 'keep': {
      const plain = unpack(task.body, PARTS_MAX_BYTES);
      const parts = plain && unpackParts(plain);
      return parts
        ? keepParts(site, { id: task.id, parts })
        : malformed('These are no parts of a publication.');
    }
    case 'switch':
      return switchToPublication(site, task);
  }
}

const malformed = (message: string) => ({ error: errorAnswer(400, 'malformed', message) });
