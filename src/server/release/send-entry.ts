import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { liveFrameNonce, liveHolderNonce, sandboxFrameNonce } from '../../model/urls.ts';
import { liveFrameHeaders, liveHolderHeaders, sandboxFrameHeaders } from '../http/security-headers.ts';
import { createEncodingNegotiator, type Encoding } from './accept-encoding.ts';
import { type BodyCache, CACHED_BODY_MAX_BYTES } from './body-cache.ts';
import { DamagedFileError, verifyBody } from './damaged-file.ts';
import { entityTag, matchesEntityTag } from './entity-tag.ts';
import { openLargeBody } from './large-body.ts';
import { type Entry, type LazyEntry, madeEntry, type Release, type Variant } from './release.ts';

/** One entry in one encoding, as far as it is the same for everyone. */
interface Representation {
  variant: Variant;
  encoding: Encoding;
  tag: string | undefined;
  /** Name, value, name, value, …: what Node writes out fastest. */
  headers: readonly string[];
}

/**
 * Writes the answer past Fastify's reply, which would look at each header again. Returns a promise only where bytes must
 * be read or made first; otherwise the answer is written when it returns. Rejects, with nothing written yet, when the
 * entry's file can't be read or is damaged. When a large file was altered, the last bytes are never sent: the answer
 * breaks off.
 */
export type EntrySender = (
  request: IncomingMessage,
  response: ServerResponse,
  /** Headers of this answer alone, as those of a representation. */
  own: readonly string[],
  release: Release,
  entry: Entry | LazyEntry,
) => Promise<void> | undefined;

const YEAR_SECONDS = 31_536_000;

interface EntrySenderOptions {
  bodies: BodyCache;
  /** While the server stops, each answer is the last one of its connection. */
  stopping(): boolean;
  /** Told of an answer that broke off because its file was altered. */
  onDamaged(error: DamagedFileError): void;
}

export function createEntrySender({ bodies, stopping, onDamaged }: EntrySenderOptions): EntrySender {
  const negotiate = createEncodingNegotiator();
  const representations = new WeakMap<Entry, Map<Encoding, Representation>>();

  function represent(request: IncomingMessage, release: Release, entry: Entry): Representation {
    const encoding = choose(negotiate(headerText(request.headers['accept-encoding'])), entry);
    const known = representations.get(entry) ?? new Map<Encoding, Representation>();
    const representation = known.get(encoding) ?? describe(release, entry, encoding);
    if (!known.has(encoding)) representations.set(entry, known.set(encoding, representation));
    return representation;
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    own: readonly string[],
    release: Release,
    entry: Entry,
  ): Promise<void> | undefined {
    const { variant, encoding, tag, headers } = represent(request, release, entry);
    const writeHead = (status: number, bytes?: number) => {
      const all = [...headers, ...own];
      if (bytes !== undefined) all.push('content-length', String(bytes));
      if (stopping()) all.push('connection', 'close');
      response.writeHead(status, all);
    };
    const write = (status: number, body?: Buffer, bytes = body?.length): undefined => {
      writeHead(status, bytes);
      response.end(body);
    };
    if (tag !== undefined && matchesEntityTag(request.headers['if-none-match'], tag)) return write(304);
    if (request.method === 'HEAD') return write(entry.status, undefined, variant.bytes);
    if (variant.body) return write(entry.status, variant.body);
    if (variant.bytes > CACHED_BODY_MAX_BYTES) {
      return openLargeBody(entry, encoding).then(async (body) => {
        writeHead(entry.status, variant.bytes);
        // A reader who leaves half-way is no error of ours; the stream closes the file in any case.
        await pipeline(body, response).catch((error: unknown) => {
          response.destroy();
          if (error instanceof DamagedFileError) onDamaged(error);
        });
      });
    }
    const body = bodies.read(variant.file, (bytes) => verifyBody(entry, encoding, bytes));
    return body instanceof Promise
      ? body.then((late) => write(entry.status, late))
      : write(entry.status, body);
  }

  return (request, response, own, release, entry) => {
    const made = madeEntry(entry);
    return made instanceof Promise
      ? made.then((late) => send(request, response, own, release, late))
      : send(request, response, own, release, made);
  };
}

function choose(accepted: readonly Encoding[], entry: Entry): Encoding {
  return accepted.find((encoding) => entry.variants[encoding] !== undefined) ?? 'identity';
}

function describe(release: Release, entry: Entry, encoding: Encoding): Representation {
  // A page is never stored, so there is nothing to ask about again.
  const tag = entry.cache === 'page' && !entry.isOpen ? undefined : entityTag(entry.hash, encoding);
  const liveNonce = liveFrameNonce(entry.url);
  const holderNonce = liveHolderNonce(entry.url);
  const sandboxNonce = sandboxFrameNonce(entry.url);
  const { 'x-robots-tag': robots = '', ...security } = release.securityHeaders;
  const isIndexed = entry.isOpen && release.publicPages?.indexed;
  const headers: Record<string, string> = {
    ...security,
    ...(isIndexed ? {} : { 'x-robots-tag': robots }),
    ...(liveNonce === undefined ? {} : liveFrameHeaders(liveNonce)),
    ...(holderNonce === undefined ? {} : liveHolderHeaders(holderNonce)),
    ...(sandboxNonce === undefined ? {} : sandboxFrameHeaders(sandboxNonce)),
    'content-type': entry.type,
    'cache-control': cacheControl(entry),
    vary: entry.audience === 'visitor' ? 'Accept-Encoding' : 'Cookie, Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    ...(tag === undefined ? {} : { etag: tag }),
  };
  return {
    variant: entry.variants[encoding] ?? entry.variants.identity,
    encoding,
    tag,
    headers: Object.entries(headers).flat(),
  };
}

function cacheControl({ cache, audience, isOpen }: Entry): string {
  // Asked for again each time: what is public today may not be tomorrow.
  if (isOpen) return 'public, no-cache';
  switch (cache) {
    case 'page':
      return 'private, no-store';
    case 'data':
      return 'private, no-cache';
    case 'immutable':
      return `${audience === 'visitor' ? 'public' : 'private'}, max-age=${YEAR_SECONDS}, immutable`;
  }
}

/** Node's types allow for repetitions here that it joins itself. */
function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
