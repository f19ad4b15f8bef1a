/** Worker thread that receives publications, so that readers don't have to wait. `publication-routes.ts` starts it. */

import { workerData } from 'node:worker_threads';
import { toDiskProblem } from '../../../releases/disk-problem.ts';
import type { Publisher } from '../../../server/gate/gate.ts';
import { errorAnswer } from '../../../server/http/errors.ts';
import { answerTasks } from '../../../shared/task-thread.ts';
import { BATCH_BYTES, unpackParts } from './publication.ts';
import { decompress, readPublication } from './read-publication.ts';
import {
  beginPublication,
  checkFolderWritable,
  type PublicationResult,
  type PublicationSite,
  type SwitchRequest,
  storeParts,
  switchToPublication,
} from './take-publication.ts';

export type PublicationTask =
  /** `body` is the body of the request, still compressed. */
  | { kind: 'begin'; body: Uint8Array; publisher: Publisher }
  | { kind: 'keep'; body: Uint8Array; id: string }
  | ({ kind: 'switch' } & SwitchRequest);

/** Largest uncompressed size of the parts in one request. */
const PARTS_MAX_BYTES = 2 * BATCH_BYTES;

// `publication-routes.ts` starts the worker with this value.
const site = workerData as PublicationSite;
answerTasks<PublicationTask, PublicationResult<object>>(async (task) => {
  try {
    return await runTask(task);
  } catch (error) {
    // A full disk or a read-only folder isn't a bug. The served release isn't affected.
    const unwritable = checkFolderWritable(site.folder);
    if (unwritable) return { error: unwritable };
    const problem = toDiskProblem(error);
    if (!problem) throw error;
    return { error: errorAnswer(507, 'no-room', problem.message) };
  }
});

function runTask(task: PublicationTask): PublicationResult<object> | Promise<PublicationResult<object>> {
  switch (task.kind) {
    case 'begin': {
      const publication = readPublication(task.body);
      return publication
        ? beginPublication(site, publication, task.publisher)
        : refuseMalformed("This isn't a publication in a format that this server knows.");
    }
    case 'keep': {
      const plainBody = decompress(task.body, PARTS_MAX_BYTES);
      const parts = plainBody && unpackParts(plainBody);
      return parts
        ? storeParts(site, { id: task.id, parts })
        : refuseMalformed("These aren't parts of a publication.");
    }
    case 'switch':
      return switchToPublication(site, task);
  }
}

const refuseMalformed = (message: string) => ({ error: errorAnswer(400, 'malformed', message) });
