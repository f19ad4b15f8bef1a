import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Publisher } from '../../accounts/deploy-tokens/deploy-tokens.ts';
import { switchedSchema, switchSchema } from '../../model/api/publications.ts';
import { PUBLICATION_PARTS_URL, PUBLICATION_SWITCH_URL, PUBLICATIONS_URL } from '../../model/urls.ts';
import { BATCH_BYTES } from '../../releases/publication.ts';
import { removeAbandonedUploads } from '../../releases/uploads.ts';
import { HOUR_MS } from '../../shared/duration.ts';
import { readJson } from '../../shared/json.ts';
import { TaskThread, TaskTimeout } from '../../shared/task-thread.ts';
import { type ErrorAnswer, errorAnswer, nothingHere, sendError } from '../http/errors.ts';
import type { PublicationTask } from '../release/publication-worker.ts';
import type { PublicationSite, Taken } from '../release/take-publication.ts';
import type { RouteParts } from '../route-parts.ts';

/** What a manifest and its list of files take, compressed: of some 100,000 pages. */
const COMPRESSED_MAX_BYTES = 16 << 20;
const PARTS_MAX_BYTES = 2 * BATCH_BYTES;
const SWITCH_MAX_BYTES = 1_000;
/** A publisher that has nothing to say for so long has ended. */
const IDLE_MS = 60_000;
/** Below what publishers wait for an answer, 120 s. */
const DEADLINE_MS = 100_000;
/** Lists and views of 20,000 pages take half of it. */
const MEMORY_MAX_MB = 1_536;

type Thread = TaskThread<PublicationTask, Taken<object>>;

/**
 * How a release is published from elsewhere. The gate lets deploy tokens in, and nobody else. All that takes time is
 * done in a thread of its own: readers are answered meanwhile as ever.
 */
export function publicationsRoutes(
  app: FastifyInstance,
  { dist, identity, releases, environment, mode, viewsModule }: RouteParts,
): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    const thread =
      dist === undefined
        ? undefined
        : threadFor(scope, {
            folder: dist,
            environment,
            loginPage: mode.loginPage.template,
            viewsModule,
          });

    const post = (
      url: string,
      bodyLimit: number,
      take: (
        thread: Thread,
        request: { body: Buffer; id: string; publisher: Publisher; ip: string },
      ) => Promise<Taken<object>>,
    ) =>
      scope.post(
        url,
        { bodyLimit },
        async ({ gate, body, params, ip }: FastifyRequest, reply: FastifyReply) => {
          const { publisher } = gate;
          if (publisher === undefined) throw new Error('What publishes is behind the gate.');
          const startedAt = performance.now();
          const taken =
            thread === undefined
              ? { error: nothingHere }
              : await take(thread, {
                  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
                  id: idOf(params),
                  publisher,
                  ip,
                }).catch((error: unknown) => {
                  const given = givenUp(error);
                  if (!given) throw error;
                  scope.log.warn({ err: error, publisher: publisher.name }, 'A publication was given up.');
                  return { error: given };
                });
          scope.log.debug(
            {
              call: url,
              publication: idOf(params),
              publisher: publisher.name,
              bytes: Buffer.isBuffer(body) ? body.length : 0,
              refusal: 'error' in taken ? taken.error.code : undefined,
              ms: performance.now() - startedAt,
            },
            'A call of a publication was answered.',
          );
          if ('error' in taken) return sendError(reply, taken.error);
          return reply.header('cache-control', 'private, no-store').send(taken.answer);
        },
      );

    post(PUBLICATIONS_URL, COMPRESSED_MAX_BYTES, (thread, { body, publisher }) =>
      thread.ask({ kind: 'begin', body, publisher }),
    );

    post(PUBLICATION_PARTS_URL, PARTS_MAX_BYTES, (thread, { body, id }) =>
      thread.ask({ kind: 'keep', body, id }),
    );

    post(PUBLICATION_SWITCH_URL, SWITCH_MAX_BYTES, async (thread, { body, id, publisher, ip }) => {
      const { data } = switchSchema.safeParse(readJson(body.toString()));
      if (!data)
        return {
          error: errorAnswer(400, 'malformed', 'Say which release was served before.'),
        };
      const taken = await thread.ask({ kind: 'switch', id, base: data.base, publisher });
      if ('error' in taken) return taken;
      const { release } = switchedSchema.parse(taken.answer);
      await identity.audit.note({
        ...{ at: Date.now(), event: 'release-published', by: `deploy token ${publisher.name}` },
        ...{ from: ip, detail: release },
      });
      await releases.refresh();
      return taken;
    });
  });
}

/** What the thread could not finish, within its time and memory. */
function givenUp(error: unknown): ErrorAnswer | undefined {
  if (error instanceof TaskTimeout)
    return errorAnswer(409, 'unusable', 'The server gave this publication up: it took too long.');
  const isOutOfMemory =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory
    ? errorAnswer(413, 'too-large', 'This publication takes more memory than the server has for it.')
    : undefined;
}

function threadFor(
  app: FastifyInstance,
  { folder, environment, loginPage, viewsModule }: PublicationSite,
): Thread {
  const { BASE_URL, RELEASES_KEEP, PUBLISH_MAX_MB, PUBLISH_RENDERERS } = environment;
  const thread: Thread = new TaskThread({
    script: new URL('../release/publication-worker.ts', import.meta.url),
    setup: {
      folder,
      environment: { BASE_URL, RELEASES_KEEP, PUBLISH_MAX_MB, PUBLISH_RENDERERS },
      loginPage,
      viewsModule,
    } satisfies PublicationSite,
    deadlineMs: DEADLINE_MS,
    memory: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
    idleMs: IDLE_MS,
  });
  // What a publisher that never came again has left.
  const forget = () => {
    try {
      removeAbandonedUploads(folder);
    } catch (error) {
      app.log.warn({ err: error }, 'An abandoned publication cannot be removed.');
    }
  };
  const forgetting = setInterval(forget, HOUR_MS).unref();
  app.addHook('onReady', async () => forget());
  app.addHook('onClose', async () => {
    clearInterval(forgetting);
    await thread.close();
  });
  return thread;
}

/** Looked at where it names a folder. */
function idOf(params: unknown): string {
  return typeof params === 'object' && params !== null && 'publication' in params
    ? String(params.publication)
    : '';
}
