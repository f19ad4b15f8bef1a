import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Publisher } from '../../accounts/deploy-tokens/deploy-tokens.ts';
import { PUBLICATION_PARTS_URL, PUBLICATION_SWITCH_URL, PUBLICATIONS_URL } from '../../model/urls.ts';
import { diskProblem } from '../../releases/disk-problem.ts';
import {
  BATCH_BYTES,
  type BegunPublication,
  publicationSchema,
  type SwitchedPublication,
  switchSchema,
  unpackParts,
} from '../../releases/publication.ts';
import { Staging } from '../../releases/staging.ts';
import { type ErrorAnswer, nothingHere, sendError } from '../http/errors.ts';
import { beginPublication, type PublicationSite, switchToPublication } from '../release/take-publication.ts';

/** What a manifest and its list of files take, compressed: of some 100,000 pages. */
const COMPRESSED_MAX_BYTES = 16 << 20;
const PLAIN_MAX_BYTES = 256 << 20;
const PARTS_MAX_BYTES = 2 * BATCH_BYTES;
const SWITCH_MAX_BYTES = 1_000;

interface PublicationsOptions extends Omit<PublicationSite, 'folder'> {
  /** Where releases are kept; absent in the writing preview. */
  dist?: string | undefined;
}

type Taken<Answer> = { answer: Answer } | { error: ErrorAnswer };

const malformed = (message: string) => ({ error: { status: 400, code: 'malformed', message } as const });

/** How a release is published from elsewhere. The gate lets deploy tokens in, and nobody else. */
export function publicationsRoutes(app: FastifyInstance, { dist, ...options }: PublicationsOptions): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    const site = dist === undefined ? undefined : { ...options, folder: dist };

    const post = (
      url: string,
      bodyLimit: number,
      take: (site: PublicationSite, request: FastifyRequest, publisher: Publisher) => Promise<Taken<object>>,
    ) =>
      scope.post(url, { bodyLimit }, async (request: FastifyRequest, reply: FastifyReply) => {
        const { publisher } = request.gate;
        if (publisher === undefined) throw new Error('What publishes is behind the gate.');
        const taken =
          site === undefined
            ? { error: nothingHere }
            : await orDiskProblem(() => take(site, request, publisher));
        if ('error' in taken) return sendError(reply, taken.error);
        return reply.header('cache-control', 'private, no-store').send(taken.answer);
      });

    post(
      PUBLICATIONS_URL,
      COMPRESSED_MAX_BYTES,
      async (site, { body }, publisher): Promise<Taken<BegunPublication>> => {
        const plain = await unpacked(body, PLAIN_MAX_BYTES);
        const { data } = publicationSchema.safeParse(plain === undefined ? undefined : jsonOf(plain));
        return data
          ? beginPublication(site, data, publisher)
          : malformed('This is no publication that this server knows.');
      },
    );

    post(
      PUBLICATION_PARTS_URL,
      PARTS_MAX_BYTES,
      async ({ folder }, { body, params }): Promise<Taken<{ kept: number }>> => {
        const opened = await Staging.open(folder, idOf(params));
        if (!opened) return { error: nothingHere };
        const plain = await unpacked(body, PARTS_MAX_BYTES);
        const parts = plain && unpackParts(plain);
        if (!parts) return malformed('These are no parts of a publication.');
        for (const part of parts)
          if (!(await opened.staging.keep(opened.publication, part)))
            return malformed(`Part ${part.part} of file ${part.file} is not what was announced.`);
        return { answer: { kept: parts.length } };
      },
    );

    post(
      PUBLICATION_SWITCH_URL,
      SWITCH_MAX_BYTES,
      async (site, { body, params, ip }, publisher): Promise<Taken<SwitchedPublication>> => {
        const { data } = switchSchema.safeParse(Buffer.isBuffer(body) ? jsonOf(body) : undefined);
        if (!data) return malformed('Say which release was served before.');
        return switchToPublication(site, { id: idOf(params), base: data.base, publisher, from: ip });
      },
    );
  });
}

/** A full disk is no bug, and what is served stays. */
async function orDiskProblem<Answer>(work: () => Promise<Taken<Answer>>): Promise<Taken<Answer>> {
  try {
    return await work();
  } catch (error) {
    const problem = diskProblem(error);
    if (!problem) throw error;
    return { error: { status: 507, code: 'no-room', message: problem.message } };
  }
}

async function unpacked(body: unknown, maxOutputLength: number): Promise<Buffer | undefined> {
  if (!Buffer.isBuffer(body)) return undefined;
  return promisify(brotliDecompress)(body, { maxOutputLength }).catch(() => undefined);
}

function jsonOf(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

/** Looked at where it names a folder. */
function idOf(params: unknown): string {
  return typeof params === 'object' && params !== null && 'publication' in params
    ? String(params.publication)
    : '';
}
