import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import {
  readLiveFrameNonce,
  readLiveHolderNonce,
  readRequestFrameNonce,
  readSandboxFrameNonce,
} from '../../model/urls.ts';
import { endWithHead, prepareHead } from '../http/prepared-head.ts';
import {
  createLiveFrameHeaders,
  createLiveHolderHeaders,
  createSandboxFrameHeaders,
  writeRequestFrameHeaders,
} from '../http/security-headers.ts';
import { createEncodingNegotiator, type Encoding } from './accept-encoding.ts';
import { type BodyCache, CACHED_BODY_MAX_BYTES } from './body-cache.ts';
import { DamagedFileError, verifyBody } from './damaged-file.ts';
import { formatEntityTag, matchesEntityTag } from './entity-tag.ts';
import { openLargeBody } from './large-body.ts';
import { type Entry, type LazyEntry, type Release, resolveEntry, type Variant } from './release.ts';

/** The parts of an answer with one entry in one encoding that are the same for all requests. */
interface Representation {
  variant: Variant;
  encoding: Encoding;
  tag: string | undefined;
  /** Alternating names and values, which is the form that Node sends fastest. */
  headers: readonly string[];
  /** The same headers and the length, rendered. */
  head: string;
}

export interface EntrySender {
  /**
   * Sends an entry. Bypasses Fastify's reply, which would process each header again. Returns a promise only if bytes
   * must be read or rendered first; otherwise the answer is sent when the function returns. Rejects before anything is
   * sent if the entry's file can't be read or is damaged. If a large file was changed, its last bytes are never sent: the
   * answer breaks off.
   */
  send(...answer: EntryAnswer): Promise<void> | undefined;
  /**
   * Sends an entry that is in memory, in answer to a `GET` request on a connection that stays open. Returns false and
   * does nothing if bytes must be read or rendered first.
   */
  sendFromMemory(...answer: EntryAnswer): boolean;
}

type EntryAnswer = [
  request: IncomingMessage,
  response: ServerResponse,
  /** Headers of this answer only, in the same form as `Representation.headers`. */
  extraHeaders: readonly string[],
  release: Release,
  entry: Entry | LazyEntry,
];

const YEAR_SECONDS = 31_536_000;

interface EntrySenderOptions {
  bodies: BodyCache;
  /** Whether the server is stopping. Connections are closed after the answer then. */
  isStopping(): boolean;
  /** Called if an answer broke off because its file was changed. */
  onDamaged(error: DamagedFileError): void;
}

export function createEntrySender({ bodies, isStopping, onDamaged }: EntrySenderOptions): EntrySender {
  const negotiate = createEncodingNegotiator();
  const representations = new WeakMap<Entry, Map<Encoding, Representation>>();

  function represent(request: IncomingMessage, release: Release, entry: Entry): Representation {
    const encoding = chooseEncoding(negotiate(joinHeader(request.headers['accept-encoding'])), entry);
    const byEncoding = representations.get(entry) ?? new Map<Encoding, Representation>();
    const representation = byEncoding.get(encoding) ?? createRepresentation(release, entry, encoding);
    if (!byEncoding.has(encoding)) representations.set(entry, byEncoding.set(encoding, representation));
    return representation;
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    extraHeaders: readonly string[],
    release: Release,
    entry: Entry,
  ): Promise<void> | undefined {
    const { variant, encoding, tag, headers } = represent(request, release, entry);
    const writeHead = (status: number, bytes?: number) => {
      const all = [...headers, ...extraHeaders];
      if (bytes !== undefined) all.push('content-length', String(bytes));
      if (isStopping()) all.push('connection', 'close');
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
        // A client that disconnects isn't an error. The stream closes the file in any case.
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

  return {
    send: (request, response, extraHeaders, release, entry) => {
      const resolvedEntry = resolveEntry(entry);
      return resolvedEntry instanceof Promise
        ? resolvedEntry.then((late) => send(request, response, extraHeaders, release, late))
        : send(request, response, extraHeaders, release, resolvedEntry);
    },
    sendFromMemory: (request, response, extraHeaders, release, entry) => {
      if ('make' in entry) return false;
      const { variant, tag, headers, head } = represent(request, release, entry);
      if (tag !== undefined && matchesEntityTag(request.headers['if-none-match'], tag)) {
        response.writeHead(304, [...headers, ...extraHeaders]).end();
        return true;
      }
      const body = variant.body ?? bodies.find(variant.file);
      if (body === undefined) return false;
      endWithHead(response, entry.status, head, extraHeaders, body);
      return true;
    },
  };
}

function chooseEncoding(accepted: readonly Encoding[], entry: Entry): Encoding {
  return accepted.find((encoding) => entry.variants[encoding] !== undefined) ?? 'identity';
}

function createRepresentation(release: Release, entry: Entry, encoding: Encoding): Representation {
  // Browsers don't store pages for readers, so they never revalidate them.
  const tag = entry.cache === 'page' && !entry.isOpen ? undefined : formatEntityTag(entry.hash, encoding);
  const liveNonce = readLiveFrameNonce(entry.url);
  const holderNonce = readLiveHolderNonce(entry.url);
  const sandboxNonce = readSandboxFrameNonce(entry.url);
  const requestNonce = readRequestFrameNonce(entry.url);
  const { 'x-robots-tag': robots = '', ...security } = release.securityHeaders;
  const isIndexed = entry.isOpen && release.publicPages?.indexed;
  const headers: Record<string, string> = {
    ...security,
    ...(isIndexed ? {} : { 'x-robots-tag': robots }),
    ...(liveNonce === undefined ? {} : createLiveFrameHeaders(liveNonce)),
    ...(holderNonce === undefined ? {} : createLiveHolderHeaders(holderNonce)),
    ...(sandboxNonce === undefined ? {} : createSandboxFrameHeaders(sandboxNonce)),
    ...(requestNonce === undefined ? {} : writeRequestFrameHeaders(requestNonce, release.requestServers)),
    'content-type': entry.type,
    'cache-control': cacheControl(entry),
    vary: entry.audience === 'visitor' ? 'Accept-Encoding' : 'Cookie, Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    ...(tag === undefined ? {} : { etag: tag }),
  };
  const variant = entry.variants[encoding] ?? entry.variants.identity;
  const lines = Object.entries(headers).flat();
  const head = prepareHead(entry.status, [...lines, 'content-length', String(variant.bytes)]);
  return { variant, encoding, tag, headers: lines, head };
}

function cacheControl({ cache, audience, isOpen }: Entry): string {
  // Caches must revalidate each time: a page that is public today may be private tomorrow.
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

/** Joins repeated headers. Node already does this for this header, but its types don't show it. */
function joinHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
