import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PUBLICATION_PARTS_URL, PUBLICATION_SWITCH_URL, PUBLICATIONS_URL } from '../../../model/urls.ts';
import type { Publisher } from '../../../server/gate/gate.ts';
import { type ErrorAnswer, errorAnswer, notFoundError, sendError } from '../../../server/http/errors.ts';
import type { FeatureContext } from '../../../server/server-feature.ts';
import { HOUR_MS } from '../../../shared/duration.ts';
import { readJson } from '../../../shared/json.ts';
import { TaskThread, TaskTimeout } from '../../../shared/task-thread.ts';
import { BATCH_BYTES } from './publication.ts';
import { switchedSchema, switchSchema } from './publication-operations.ts';
import type { PublicationTask } from './publication-worker.ts';
import type { PublicationResult, PublicationSite } from './take-publication.ts';
import { removeAbandonedUploads } from './uploads.ts';

/** Compressed size of the manifest and file list of about 100,000 pages. */
const COMPRESSED_MAX_BYTES = 16 << 20;
const PARTS_MAX_BYTES = 2 * BATCH_BYTES;
const SWITCH_MAX_BYTES = 1_000;
/** The worker thread ends after this time without a request. */
const IDLE_MS = 60_000;
/** This limit is below the 120 s that publishers wait for an answer. */
const DEADLINE_MS = 100_000;
/** The lists and views of 20,000 pages need half of it. */
const MEMORY_MAX_MB = 1_536;

type PublicationThread = TaskThread<PublicationTask, PublicationResult<object>>;

/**
 * Receives releases that are published from another machine. The gate admits deploy tokens only. Slow work is done in a
 * worker thread, so that readers don't have to wait. The thread ends when the app closes.
 */
export function receivePublications({
  app,
  dist,
  identity,
  releases,
  environment,
  identityProvider,
}: Pick<
  FeatureContext,
  'app' | 'dist' | 'identity' | 'releases' | 'environment' | 'identityProvider'
>): void {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  const loginPage = identityProvider.loginPage.template;
  const thread = dist === undefined ? undefined : startThread({ folder: dist, environment, loginPage });

  const registerPost = (
    url: string,
    bodyLimit: number,
    runTask: (
      thread: PublicationThread,
      request: { body: Buffer; id: string; publisher: Publisher; ip: string },
    ) => Promise<PublicationResult<object>>,
  ) =>
    app.post(url, { bodyLimit }, async ({ gate, body, params, ip }: FastifyRequest, reply: FastifyReply) => {
      const { publisher } = gate;
      if (publisher === undefined) throw new Error('Publishing routes are behind the gate.');
      const startedAt = performance.now();
      const result =
        thread === undefined
          ? { error: notFoundError }
          : await runTask(thread, {
              body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
              id: readPublicationId(params),
              publisher,
              ip,
            }).catch((error: unknown) => {
              const limitError = toLimitError(error);
              if (!limitError) throw error;
              app.log.warn({ err: error, publisher: publisher.name }, 'A publication was aborted.');
              return { error: limitError };
            });
      app.log.debug(
        {
          call: url,
          publication: readPublicationId(params),
          publisher: publisher.name,
          bytes: Buffer.isBuffer(body) ? body.length : 0,
          error: 'error' in result ? result.error.code : undefined,
          ms: performance.now() - startedAt,
        },
        'A call of a publication was answered.',
      );
      if ('error' in result) return sendError(reply, result.error);
      return reply.header('cache-control', 'private, no-store').send(result.answer);
    });

  registerPost(PUBLICATIONS_URL, COMPRESSED_MAX_BYTES, (thread, { body, publisher }) =>
    thread.ask({ kind: 'begin', body, publisher }),
  );

  registerPost(PUBLICATION_PARTS_URL, PARTS_MAX_BYTES, (thread, { body, id }) =>
    thread.ask({ kind: 'keep', body, id }),
  );

  registerPost(PUBLICATION_SWITCH_URL, SWITCH_MAX_BYTES, async (thread, { body, id, publisher, ip }) => {
    const { data } = switchSchema.safeParse(readJson(body.toString()));
    if (!data)
      return {
        error: errorAnswer(400, 'malformed', 'Send the id of the release that was served before.'),
      };
    const result = await thread.ask({ kind: 'switch', id, base: data.base, publisher });
    if ('error' in result) return result;
    const { release } = switchedSchema.parse(result.answer);
    await identity.audit.note({
      ...{ at: Date.now(), event: 'release-published', by: `deploy token ${publisher.name}` },
      ...{ from: ip, detail: release },
    });
    await releases.refresh();
    return result;
  });

  if (dist === undefined) return;
  const endCleaning = removeAbandonedUploadsHourly(dist, app.log);
  app.addHook('onClose', async () => {
    endCleaning();
    await thread?.close();
  });
}

/** The answer if the thread exceeded its time or memory. Undefined for other errors. */
function toLimitError(error: unknown): ErrorAnswer | undefined {
  if (error instanceof TaskTimeout)
    return errorAnswer(409, 'unusable', 'The server aborted this publication because it took too long.');
  const isOutOfMemory =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory
    ? errorAnswer(413, 'too-large', 'This publication needs more memory than the server allows.')
    : undefined;
}

function startThread({ folder, environment, loginPage }: PublicationSite): PublicationThread {
  const { BASE_URL, RELEASES_KEEP, PUBLISH_MAX_MB, PUBLISH_RENDERERS } = environment;
  return new TaskThread({
    script: new URL('./publication-worker.ts', import.meta.url),
    setup: {
      folder,
      environment: { BASE_URL, RELEASES_KEEP, PUBLISH_MAX_MB, PUBLISH_RENDERERS },
      loginPage,
    } satisfies PublicationSite,
    deadlineMs: DEADLINE_MS,
    memory: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
    idleMs: IDLE_MS,
  });
}

/** Removes the uploads of publishers that never finished, now and every hour. Returns a function that ends this. */
function removeAbandonedUploadsHourly(folder: string, log: FastifyInstance['log']): () => void {
  const removeAbandoned = () => {
    try {
      removeAbandonedUploads(folder);
    } catch (error) {
      log.warn({ err: error }, "An abandoned publication couldn't be removed.");
    }
  };
  removeAbandoned();
  const timer = setInterval(removeAbandoned, HOUR_MS).unref();
  return () => clearInterval(timer);
}

/** The id from the path. It's validated where it's used as a folder name. */
function readPublicationId(params: unknown): string {
  return typeof params === 'object' && params !== null && 'publication' in params
    ? String(params.publication)
    : '';
}
