import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Manifest } from '../src/model/manifest.ts';
import { sendRaw } from './raw-http.ts';
import { plainTricks, type Trick, tricks } from './visitor-tricks.ts';

export interface ProbedSite {
  /** The site's origin on loopback, such as `http://127.0.0.1:3000`. */
  origin: string;
  manifest: Pick<Manifest, 'entries' | 'redirects'>;
  /** Words that occur only in content for readers. */
  canaries: readonly string[];
  /** The number of entries, spread over the manifest, to try with every trick. The others are tried with the plain ones. */
  thorough?: number;
}

export interface ProbeReport {
  requests: number;
  /** `trick on path: word`, for each word of content that leaked. */
  leaks: string[];
  /** `trick on path: …`, where the answer for an existing path differs from that for a missing one. */
  differences: string[];
}

const AT_ONCE = 16;

/** Tries the tricks without a session on every entry that isn't for visitors and on every old path. */
export async function probeAsVisitor(site: ProbedSite): Promise<ProbeReport> {
  const report: ProbeReport = { requests: 0, leaks: [], differences: [] };
  const paths = [
    ...site.manifest.entries.filter(({ audience }) => audience !== 'visitor').map(({ url }) => url),
    ...site.manifest.redirects.map(({ from }) => from),
  ];
  const step = Math.max(1, Math.ceil(paths.length / (site.thorough ?? paths.length)));
  const work = paths.flatMap((path, index) =>
    (index % step === 0 ? tricks : plainTricks).map((trick) => ({ path: encodeURI(path), trick })),
  );
  const takeJobs = async () => {
    for (let job = work.pop(); job; job = work.pop()) await probe(site, job.path, job.trick, report);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeJobs));
  return report;
}

/** A path of the same shape that isn't in the manifest. */
const toStrangePath = (path: string) =>
  path.endsWith('/') ? `${path}zz9/` : path.replace(/(\.\w+)?$/, 'zz9$1');

async function probe(
  { origin, canaries }: ProbedSite,
  path: string,
  trick: Trick,
  report: ProbeReport,
): Promise<void> {
  const port = Number(new URL(origin).port);
  const ask = async (target: string) => sendRaw(port, trick.request(target));
  const [real, other] = await Promise.all([ask(path), ask(toStrangePath(path))]);
  report.requests += 2;
  const text = real + unpack(real);
  for (const canary of canaries)
    if (text.includes(canary)) report.leaks.push(`${trick.name} on ${path}: ${canary}`);
  // Every site has a root, so that isn't a secret, and the tricks change it differently from longer paths.
  if (path === '/') return;
  const [got, expected] = [toComparable(real), toComparable(other)];
  if (got !== expected)
    report.differences.push(`${trick.name} on ${path}:\n${got}\n--- otherwise\n${expected}`);
}

/** An answer without the parts that differ each time, and without the requested path. */
function toComparable(answer: string): string {
  return answer
    .replace(/^date: .*\r\n/gim, '')
    .replace(/^x-request-id: .*\r\n/gim, '')
    .replace(/^location: \/login\?next=.*\r\n/gim, 'location: the login page\r\n');
}

/** Decompresses the body if the server compressed it. */
function unpack(answer: string): string {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const encoding = /^content-encoding: (\w+)/im.exec(head)?.[1];
  const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
  if (body.length === 0) return '';
  if (encoding === 'br') return String(brotliDecompressSync(body));
  if (encoding === 'gzip') return String(gunzipSync(body));
  return String(body);
}

/** Everything that a visitor's browser loads, starting at the login page: address → text. */
export async function collectLoginFiles(origin: string): Promise<Map<string, string>> {
  const loadedTexts = new Map<string, string>();
  const waitingAddresses = ['/login', '/setup'];
  for (let address = waitingAddresses.shift(); address !== undefined; address = waitingAddresses.shift()) {
    if (loadedTexts.has(address)) continue;
    const response = await fetch(new URL(address, origin), { redirect: 'manual' });
    const text = await response.text();
    loadedTexts.set(address, text);
    if (!response.ok) continue;
    for (const [, quotedPath = ''] of text.matchAll(/["'(]((?:\.{0,2}\/)[\w./-]+\.[a-z0-9]+)["')]/g)) {
      waitingAddresses.push(new URL(quotedPath, new URL(address, origin)).pathname);
    }
  }
  return loadedTexts;
}
