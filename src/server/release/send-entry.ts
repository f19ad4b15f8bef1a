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
 * Writes the answer past Fastify's reply, which would look at each header again. Rejects, with nothing
 * written yet, when the entry's file cannot be read or is damaged. Of a large file that was altered, the last bytes are
 * never sent: the answer breaks off.
 */
export type EntrySender = (
  request: IncomingMessage,
  response: ServerResponse,
  /** Headers of this answer alone, as those of a representation. */
  own: readonly string[],
  release: Release,
  entry: Entry | LazyEntry,
) => Promise<void>;

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

  return async (request, response, own, release, found) => {
    const made = madeEntry(found);
    const entry = made instanceof Promise ? await made : made;
    const { variant, encoding, tag, headers } = represent(request, release, entry);
    const write = (status: number, bytes?: number) => {
      const all = [...headers, ...own];
      if (bytes !== undefined) all.push('content-length', String(bytes));
      if (stopping()) all.push('connection', 'close');
      response.writeHead(status, all);
    };
    if (tag !== undefined && matchesEntityTag(request.headers['if-none-match'], tag)) {
      write(304);
      response.end();
    } else if (request.method === 'HEAD') {
      write(entry.status, variant.bytes);
      response.end();
    } else if (variant.body) {
      write(entry.status, variant.bytes);
      response.end(variant.body);
    } else if (variant.bytes > CACHED_BODY_MAX_BYTES) {
      const body = await openLargeBody(entry, encoding);
      write(entry.status, variant.bytes);
      // A reader who leaves half-way is no error of ours; the stream closes the file in any case.
      await pipeline(body, response).catch((error: unknown) => {
        response.destroy();
        if (error instanceof DamagedFileError) onDamaged(error);
      });
    } else {
      const held = bodies.read(variant.file, (body) => verifyBody(entry, encoding, body));
      const body = held instanceof Promise ? await held : held;
      write(entry.status, body.length);
      response.end(body);
    }
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
