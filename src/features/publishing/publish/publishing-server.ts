import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { z } from 'zod';
import { PUBLICATION_PARTS_URL, PUBLICATION_SWITCH_URL, PUBLICATIONS_URL } from '../../../model/urls.ts';
import { describeReason } from '../../../shared/reason.ts';
import { type FilePart, packParts } from '../publications/publication.ts';
import {
  type BegunPublication,
  begunSchema,
  type Publication,
  type SwitchedPublication,
  switchedSchema,
} from '../publications/publication-operations.ts';

/** Why a request failed. `code` comes from the server's answer, or is `unreachable` if there was no such answer. */
export interface PublishError {
  code: string;
  message: string;
}

type PublishResponse<Answer> = { answer: Answer; error?: never } | { answer?: never; error: PublishError };

/** A server that releases can be published to. */
export interface PublishingServer {
  begin(publication: Publication): Promise<PublishResponse<BegunPublication>>;
  send(id: string, parts: readonly FilePart[]): Promise<PublishResponse<unknown>>;
  switchTo(id: string, base: string): Promise<PublishResponse<SwitchedPublication>>;
  /** Bytes of all request bodies, compressed as they were sent. */
  readonly sentBytes: number;
}

interface ServerOptions {
  /** Address of the site, with its base path. */
  to: URL;
  token: string;
  /** The wait before the first retry. It doubles with each further retry. */
  firstWaitMs?: number;
}

const TRIES = 6;
const FIRST_WAIT_MS = 500;
/** Long enough for a server to check a release and switch, and for a slow line to send a batch. */
const TIMEOUT_MS = 120_000;
/** A better quality takes twice as long, and most files of a release are compressed already. */
const BROTLI_QUALITY = 4;

const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
/** Status codes of a proxy whose server is restarting, or of a server that asks to retry later. */
const TEMPORARY_STATUSES = new Set([429, 502, 503, 504]);

/** Talks to the server at the other end. Retries what can fail temporarily, but not what the server refuses. */
export function createPublishingServer({
  to,
  token,
  firstWaitMs = FIRST_WAIT_MS,
}: ServerOptions): PublishingServer {
  let sentBytes = 0;
  const root = to.href.replace(/\/$/, '');

  async function post<Answer>(
    url: string,
    body: Buffer,
    schema: z.ZodType<Answer>,
  ): Promise<PublishResponse<Answer>> {
    let lastError: PublishError = { code: 'unreachable', message: '' };
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (tries > 0) await wait(firstWaitMs * 2 ** (tries - 1));
      try {
        const response = await fetch(root + url, {
          method: 'POST',
          body: new Uint8Array(body),
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
          // A redirect could send the token to another address.
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        sentBytes += body.byteLength;
        const json = await response.json().catch(() => undefined);
        const answer = response.ok ? schema.safeParse(json).data : undefined;
        if (answer !== undefined) return { answer };
        lastError = errorSchema.safeParse(json).data?.error ?? {
          code: 'unreachable',
          message: `${root} answered with status ${response.status}, and not as Gatehouse would. Check the address.`,
        };
        if (!TEMPORARY_STATUSES.has(response.status)) return { error: lastError };
      } catch (error) {
        const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
        lastError = { code: 'unreachable', message: `${root} doesn't answer: ${describeReason(cause)}.` };
      }
    }
    return { error: lastError };
  }

  return {
    begin: async (publication) =>
      post(PUBLICATIONS_URL, await compress(Buffer.from(JSON.stringify(publication))), begunSchema),
    send: async (id, parts) =>
      post(PUBLICATION_PARTS_URL.replace(':publication', id), await compress(packParts(parts)), z.unknown()),
    switchTo: (id, base) =>
      post(
        PUBLICATION_SWITCH_URL.replace(':publication', id),
        Buffer.from(JSON.stringify({ base })),
        switchedSchema,
      ),
    get sentBytes() {
      return sentBytes;
    },
  };
}

function compress(content: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(content, {
    // A large window, because hashes and names repeat far apart.
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
}
