import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ManifestEntry, readLiveManifest } from '../src/model/manifest.ts';
import { type Bench, computeMedian, type Figure } from './bench.ts';
import { type LoadResult, loadGenerator } from './support/load.ts';
import { hasNginx, startNginxControl } from './support/nginx-control.ts';
import { buildOwnSite } from './support/own-site.ts';
import { startServedSite } from './support/served-site.ts';

/**
 * Time after the start before the first measurement: the search index is loaded after the first request, and
 * V8 compiles.
 */
const SETTLE_SECONDS = 10;
const WARM_UP_SECONDS = 1;
const SECONDS = 2;
/** An odd number, so that the median is one of the pairs. */
const ROUNDS = 7;
const CONNECTIONS = 50;
/** The budget for gated files: this many times the answers of nginx with `auth_request`. */
const RATIO_MIN = 1.2;

/** Headers that nginx sends by itself, or that depend on the connection. */
const NGINX_HEADERS: ReadonlySet<string> = new Set(
  'connection content-encoding content-length content-type date etag keep-alive x-request-id'.split(' '),
);

/**
 * Compares our server with nginx and `auth_request`, as an ordinary reader: the same files with the same
 * headers, gated and not. Each round measures both, in alternating order. Other load affects both halves of a
 * pair, so the ratio is the median over the pairs. nginx runs as several processes and our server as one. The
 * ratio by CPU time shows what each would answer with the same processors, and without the load generator.
 */
export const requestsBench: Bench = {
  name: 'requests',
  about: `Answers per second, ${CONNECTIONS} connections, gzip, by ${loadGenerator.name}; the control is nginx${hasNginx ? '' : ', which is not installed here'}`,
  async run({ folder, say }) {
    const root = folder();
    const dist = path.join(root, 'dist');
    await buildOwnSite(dist);
    const entries = readLiveManifest(dist)?.entries ?? [];
    const page = findLargest(entries, ({ url, cache }) => cache === 'page' && url.endsWith('/Overview'));
    const longest = findLargest(entries, ({ cache }) => cache === 'page');
    const asset = findLargest(
      entries,
      ({ cache, audience }) => cache === 'immutable' && audience === 'reader',
    );
    const open = findLargest(
      entries,
      ({ cache, audience }) => cache === 'immutable' && audience === 'visitor',
    );
    const site = await startServedSite(
      {
        DIST_DIR: dist,
        DATA_DIR: path.join(root, 'data'),
      },
      'serve',
    );
    const cookie = await site.signInReader();
    const readHeaders = async (url: string) => {
      const { headers } = await fetch(site.origin + encodeURI(url), { headers: { cookie } });
      return Object.fromEntries([...headers].filter(([name]) => !NGINX_HEADERS.has(name)));
    };
    const readFileToServe = async ({ url, file: name, encodings }: ManifestEntry) => ({
      headers: await readHeaders(url),
      content: readFileSync(path.join(dist, name)),
      ...(encodings.gzip === undefined ? {} : { gzip: readFileSync(path.join(dist, encodings.gzip)) }),
    });
    const control = hasNginx
      ? await startNginxControl(root, cookie, {
          'page.html': await readFileToServe(page),
          'longest.html': await readFileToServe(longest),
          'asset.js': await readFileToServe(asset),
          'open/asset.js': await readFileToServe(open),
        })
      : undefined;
    try {
      say(`settling for ${SETTLE_SECONDS} s`);
      await sendRequests(site.origin + encodeURI(page.url), cookie, SETTLE_SECONDS);
      if (control) await sendRequests(`${control.origin}/page.html`, cookie, SETTLE_SECONDS);
      const figures: Figure[] = [];
      const measure = async (what: string, ours: string, theirs: string, gated: boolean) => {
        const ourLoads: Load[] = [];
        const controlLoads: Load[] = [];
        const measureOurs = async () => {
          ourLoads.push(await load(site.origin + ours, gated ? cookie : undefined, site.cpuSeconds));
        };
        const measureControl = async () => {
          if (!control) return;
          controlLoads.push(
            await load(control.origin + theirs, gated ? cookie : undefined, control.cpuSeconds),
          );
        };
        for (let round = 1; round <= ROUNDS; round += 1) {
          say(`${what}, round ${round} of ${ROUNDS}`);
          const isOursFirst = round % 2 === 1;
          const pair = isOursFirst ? [measureOurs, measureControl] : [measureControl, measureOurs];
          for (const measureOne of pair) await measureOne();
        }
        const computeMiddle = (loads: readonly Load[], key: keyof Load) =>
          computeMedian(loads.map((item) => item[key]));
        const addControl = (key: keyof Load) =>
          control ? { control: computeMiddle(controlLoads, key) } : {};
        figures.push(
          { what, value: computeMiddle(ourLoads, 'perSecond'), unit: '/s', ...addControl('perSecond') },
          {
            what: `${what}, p50`,
            value: computeMiddle(ourLoads, 'p50Ms'),
            unit: 'ms',
            ...addControl('p50Ms'),
          },
          {
            what: `${what}, p99`,
            value: computeMiddle(ourLoads, 'p99Ms'),
            unit: 'ms',
            ...addControl('p99Ms'),
          },
        );
        if (control) {
          const ratios = ourLoads.map(
            ({ perSecond }, round) => perSecond / (controlLoads[round]?.perSecond ?? Number.NaN),
          );
          figures.push({
            what: `${what}, times nginx`,
            value: computeMedian(ratios),
            unit: '',
            ...(gated && { budget: { limit: RATIO_MIN, kind: 'above' as const } }),
            note: `pairs: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
          });
        }
        // The CPU time is more reliable than answers per second on a shared machine, or if the load generator
        // is the bottleneck.
        const cpu = computeMiddle(ourLoads, 'cpuMicroseconds');
        if (!Number.isNaN(cpu)) {
          figures.push({
            what: `${what}, CPU of the server`,
            value: cpu,
            unit: 'µs',
            ...addControl('cpuMicroseconds'),
          });
          const ratios = ourLoads.map(
            ({ cpuMicroseconds }, round) =>
              (controlLoads[round]?.cpuMicroseconds ?? Number.NaN) / cpuMicroseconds,
          );
          if (control)
            figures.push({
              what: `${what}, times nginx by CPU time`,
              value: computeMedian(ratios),
              unit: '',
            });
        }
      };
      await measure('gated page', encodeURI(page.url), '/page.html', true);
      await measure('gated longest page', encodeURI(longest.url), '/longest.html', true);
      await measure('gated asset', asset.url, '/asset.js', true);
      await measure('ungated asset', open.url, '/open/asset.js', false);
      return figures;
    } finally {
      await control?.stop();
      await site.stop();
    }
  },
};

interface Load extends LoadResult {
  /** CPU time of the server per answer. NaN if it is unknown. */
  cpuMicroseconds: number;
}

async function load(
  url: string,
  cookie: string | undefined,
  cpuSeconds: () => number | undefined,
): Promise<Load> {
  await sendRequests(url, cookie, WARM_UP_SECONDS);
  const before = cpuSeconds();
  const result = await sendRequests(url, cookie, SECONDS);
  const after = cpuSeconds();
  const cpuMicroseconds =
    before === undefined || after === undefined
      ? Number.NaN
      : ((after - before) * 1e6) / Math.max(1, result.answers);
  return { ...result, cpuMicroseconds };
}

function sendRequests(url: string, cookie: string | undefined, seconds: number): Promise<LoadResult> {
  const headers = { 'accept-encoding': 'gzip', ...(cookie === undefined ? {} : { cookie }) };
  return loadGenerator.run({ url, connections: CONNECTIONS, seconds, headers });
}

function findLargest(
  entries: readonly ManifestEntry[],
  fits: (entry: ManifestEntry) => boolean,
): ManifestEntry {
  const [entry] = entries.filter(fits).sort((a, b) => b.bytes - a.bytes);
  if (!entry) throw new Error('The documentation has no page or asset of this kind.');
  return entry;
}
