import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { z } from 'zod';
import {
  type BegunPublication,
  begunSchema,
  type Publication,
  type SwitchedPublication,
  switchedSchema,
} from '../../model/api/publications.ts';
import { PUBLICATION_PARTS_URL, PUBLICATION_SWITCH_URL, PUBLICATIONS_URL } from '../../model/urls.ts';
import { type Part, packParts } from '../../releases/publication.ts';
import { reasonOf } from '../../shared/reason.ts';

/** A refusal of the server, or that nobody answered in the end. `code`: of the answer, or `unreachable`. */
export interface Refusal {
  code: string;
  message: string;
}

type Said<Answer> = { answer: Answer; refusal?: never } | { answer?: never; refusal: Refusal };

export interface PublishingServer {
  begin(publication: Publication): Promise<Said<BegunPublication>>;
  send(id: string, parts: readonly Part[]): Promise<Said<unknown>>;
  switchTo(id: string, base: string): Promise<Said<SwitchedPublication>>;
  /** On the wire. */
  readonly sentBytes: number;
}

interface ServerOptions {
  /** Address of the site, with its base path. */
  to: URL;
  token: string;
  /** Before the first repetition, twice as long before each further one. */
  firstWaitMs?: number;
}

const TRIES = 6;
const FIRST_WAIT_MS = 500;
/** The server switches, or a slow line sends a part. */
const PATIENCE_MS = 120_000;
/** Twice as fast as what is better, and a release is mostly compressed files. */
const QUALITY = 4;

const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
/** Of a proxy whose server starts again, and of a server that asks to come back. */
const passing = new Set([429, 502, 503, 504]);

/** The server at the other end. What fails in passing is tried again; what it refuses is not. */
export function publishingServer({
  to,
  token,
  firstWaitMs = FIRST_WAIT_MS,
}: ServerOptions): PublishingServer {
  let sentBytes = 0;
  const root = to.href.replace(/\/$/, '');

  async function post<Answer>(url: string, body: Buffer, schema: z.ZodType<Answer>): Promise<Said<Answer>> {
    let refusal: Refusal = { code: 'unreachable', message: '' };
    for (let tried = 0; tried < TRIES; tried += 1) {
      if (tried > 0) await wait(firstWaitMs * 2 ** (tried - 1));
      try {
        const response = await fetch(root + url, {
          method: 'POST',
          body: new Uint8Array(body),
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
          // The token goes to no other address.
          redirect: 'manual',
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        sentBytes += body.byteLength;
        const said = await response.json().catch(() => undefined);
        const answer = response.ok ? schema.safeParse(said).data : undefined;
        if (answer !== undefined) return { answer };
        refusal = errorSchema.safeParse(said).data?.error ?? {
          code: 'unreachable',
          message: `${root} answers with status ${response.status}, and not as Gatehouse does: is this its address?`,
        };
        if (!passing.has(response.status)) return { refusal };
      } catch (error) {
        const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
        refusal = { code: 'unreachable', message: `${root} does not answer: ${reasonOf(cause)}.` };
      }
    }
    return { refusal };
  }

  return {
    begin: async (publication) =>
      post(PUBLICATIONS_URL, await packed(Buffer.from(JSON.stringify(publication))), begunSchema),
    send: async (id, parts) =>
      post(PUBLICATION_PARTS_URL.replace(':publication', id), await packed(packParts(parts)), z.unknown()),
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

function packed(plain: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(plain, {
    // Hashes and names come again far away from where they were first.
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
}
