import type { FastifyRequest } from 'fastify';
import { buildPageFileUrl, NOT_FOUND_PATH } from '../../model/urls.ts';
import type { ReaderSearch } from '../../server/api/search.ts';
import type { GateRequest } from '../../server/gate/gate.ts';
import { readEntryText } from '../../server/release/damaged-file.ts';
import { type Entry, resolveEntry } from '../../server/release/release.ts';
import { findEntryFor } from '../../server/release/views.ts';
import { decodeUrl } from '../../shared/decode.ts';
import type { PageEnvelope, PageFile } from '../../ui/page-data.ts';
import type { PassageSection } from './passages.ts';
import type { ReaderView } from './search-for-question.ts';

/**
 * Passages of recently used pages. The key is the entry that the gate returns for the reader. A page with parts for
 * some readers has an entry for each kind of reader, so readers who see different things share nothing.
 */
const cachedPages = new Map<Entry, Promise<readonly PassageSection[]>>();
const CACHED_PAGES_MAX = 400;

const cachedTags = new WeakMap<Entry, Promise<readonly string[] | undefined>>();

/** Opens the documentation for the reader of a request, to find and read passages with their rights. */
export function openReaderView(request: FastifyRequest, search: ReaderSearch): ReaderView {
  const { gate } = request;
  return {
    async search(requests) {
      const result = await search(requests, request);
      return result.outcome === 'answered' ? result.answers.map(({ json }) => JSON.parse(json)) : undefined;
    },
    async readPage(url) {
      const entry = await findEntryAt(gate, buildPageFileUrl(decodeUrl(url)));
      return entry && readPassages(entry, gate.release.tag);
    },
  };
}

/** The search tags of the latest version of each documentation. Undefined if there is only one version. */
export async function readLatestTags(gate: GateRequest): Promise<readonly string[] | undefined> {
  const entry = await findEntryAt(gate, NOT_FOUND_PATH);
  if (entry === undefined) return undefined;
  const tags = cachedTags.get(entry) ?? readEntryText(entry).then(parseTags);
  cachedTags.set(entry, tags);
  return tags;
}

/** Every page has the configuration of the shell, and this one exists on each site. */
function parseTags(html: string): readonly string[] | undefined {
  const json = /<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1];
  if (json === undefined) return undefined;
  // The same build wrote this page and the manifest.
  const { site }: PageEnvelope = JSON.parse(json);
  const tags = site.search.tags;
  return tags && Object.values(tags);
}

async function findEntryAt({ user, release }: GateRequest, path: string): Promise<Entry | undefined> {
  const entry = findEntryFor(user, release, path);
  return entry?.status === 200 || entry?.url === NOT_FOUND_PATH ? resolveEntry(entry) : undefined;
}

async function readPassages(entry: Entry, language: string): Promise<readonly PassageSection[]> {
  const cachedPage = cachedPages.get(entry);
  cachedPages.delete(entry);
  for (const oldest of cachedPages.keys()) {
    if (cachedPages.size < CACHED_PAGES_MAX) break;
    cachedPages.delete(oldest);
  }
  const passagesPromise = cachedPage ?? loadPassages(entry, language);
  cachedPages.set(entry, passagesPromise);
  // Try to read it again next time.
  passagesPromise.catch(() => cachedPages.delete(entry));
  return passagesPromise;
}

async function loadPassages(entry: Entry, language: string): Promise<readonly PassageSection[]> {
  // The build that wrote the manifest also wrote this file.
  const { page }: PageFile = JSON.parse(await readEntryText(entry));
  // The parser of HTML is loaded with the first question, so that a server starts sooner.
  const { collectPassages } = await import('./passages.ts');
  return collectPassages(page.html, page.title ?? page.headTitle, language);
}
