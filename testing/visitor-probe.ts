import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Manifest } from '../src/model/manifest.ts';
import { sendRaw } from './raw-http.ts';
import { plainTricks, type Trick, tricks } from './visitor-tricks.ts';

export interface ProbedSite {
  /** On loopback: `http://127.0.0.1:3000`. */
  origin: string;
  manifest: Pick<Manifest, 'entries' | 'redirects'>;
  /** Words that are in content for readers, and nowhere else. */
  canaries: readonly string[];
  /** So many entries, spread over the manifest, are tried with every trick; the others with the plain ones. */
  thorough?: number;
}

export interface ProbeReport {
  requests: number;
  /** `trick on path: word`, for each word of content that came out. */
  leaks: string[];
  /** `trick on path: …`, where a path that exists is answered otherwise than one that does not. */
  differences: string[];
}

const AT_ONCE = 16;

/** Tries the tricks on every entry that is not for visitors, and on every old path, without a session. */
export async function probeAsVisitor(site: ProbedSite): Promise<ProbeReport> {
  const report: ProbeReport = { requests: 0, leaks: [], differences: [] };
  const paths = [
    ...site.manifest.entries.filter(({ audience }) => audience !== 'visitor').map(({ url }) => url),
    ...site.manifest.redirects.map(({ from }) => from),
  ];
  const step = Math.max(1, Math.ceil(paths.length / (site.thorough ?? paths.length)));
  const work = paths.flatMap((path, at) =>
    (at % step === 0 ? tricks : plainTricks).map((trick) => ({ path: encodeURI(path), trick })),
  );
  const worker = async () => {
    for (let job = work.pop(); job; job = work.pop()) await probe(site, job.path, job.trick, report);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return report;
}

/** As unlike the manifest's paths as can be, and of the same shape. */
const strange = (path: string) => (path.endsWith('/') ? `${path}zz9/` : path.replace(/(\.\w+)?$/, 'zz9$1'));

async function probe(
  { origin, canaries }: ProbedSite,
  path: string,
  trick: Trick,
  report: ProbeReport,
): Promise<void> {
  const port = Number(new URL(origin).port);
  const ask = async (target: string) => sendRaw(port, trick.request(target));
  const [real, other] = await Promise.all([ask(path), ask(strange(path))]);
  report.requests += 2;
  const text = real + unpack(real);
  for (const canary of canaries)
    if (text.includes(canary)) report.leaks.push(`${trick.name} on ${path}: ${canary}`);
  // That a site has a root is no secret, and the tricks make something else of it than of a longer path.
  if (path === '/') return;
  const [got, expected] = [comparable(real), comparable(other)];
  if (got !== expected)
    report.differences.push(`${trick.name} on ${path}:\n${got}\n--- otherwise\n${expected}`);
}

/** An answer without what is never the same twice, and without the path that was asked for. */
function comparable(answer: string): string {
  return answer
    .replace(/^date: .*\r\n/gim, '')
    .replace(/^x-request-id: .*\r\n/gim, '')
    .replace(/^location: \/login\?next=.*\r\n/gim, 'location: the login page\r\n');
}

/** The body in plain, where the server packed it. */
function unpack(answer: string): string {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const encoding = /^content-encoding: (\w+)/im.exec(head)?.[1];
  const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
  if (body.length === 0) return '';
  if (encoding === 'br') return String(brotliDecompressSync(body));
  if (encoding === 'gzip') return String(gunzipSync(body));
  return String(body);
}

/** Everything that a visitor's browser loads, from the login page on: address → text. */
export async function loadedByLogin(origin: string): Promise<Map<string, string>> {
  const loaded = new Map<string, string>();
  const waiting = ['/login', '/setup'];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (loaded.has(address)) continue;
    const response = await fetch(new URL(address, origin), { redirect: 'manual' });
    const text = await response.text();
    loaded.set(address, text);
    if (!response.ok) continue;
    for (const [, quoted = ''] of text.matchAll(/["'(]((?:\.{0,2}\/)[\w./-]+\.[a-z0-9]+)["')]/g)) {
      waiting.push(new URL(quoted, new URL(address, origin)).pathname);
    }
  }
  return loaded;
}
