import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
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
/** An odd number, so that the median is one of the rounds. */
const ROUNDS = 7;
const CONNECTIONS = 50;
/** `worker_processes auto` of nginx starts as many. */
const PROCESSES = availableParallelism();
/** The budget for gated files: this many times the answers of nginx with `auth_request`. */
const RATIO_MIN = 1.2;

/** Headers that nginx sends by itself, or that depend on the connection. */
const NGINX_HEADERS: ReadonlySet<string> = new Set(
  'connection content-encoding content-length content-type date etag keep-alive x-request-id'.split(' '),
);

/**
 * Compares our server with nginx and `auth_request`, as an ordinary reader: the same files with the same
 * headers, gated and not. nginx runs as one process per core, so our server is measured as one process, which is
 * its default, and as many as nginx has (`WORKERS`). The budget is for equal numbers of processes. Each round
 * measures all of them, in changing order. Other load affects all halves of a round, so each ratio is the median
 * over the rounds. The ratio by CPU time shows what each would answer without the load generator.
 */
export const requestsBench: Bench = {
  name: 'requests',
  about: `Answers per second, ${CONNECTIONS} connections, gzip, by ${loadGenerator.name}; the control is nginx${hasNginx ? '' : ", which isn't installed here"}`,
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
    const environment = { DIST_DIR: dist, DATA_DIR: path.join(root, 'data') };
    const single = await startServedSite(environment, 'serve');
    // The cookie is valid for both, because they share the folder of accounts.
    const cookie = await single.signInReader();
    const many =
      PROCESSES > 1
        ? await startServedSite({ ...environment, WORKERS: String(PROCESSES) }, 'serve')
        : undefined;
    const readHeaders = async (url: string) => {
      const { headers } = await fetch(single.origin + encodeURI(url), { headers: { cookie } });
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
      for (const site of [single, many])
        if (site) await sendRequests(site.origin + encodeURI(page.url), cookie, SETTLE_SECONDS);
      if (control) await sendRequests(`${control.origin}/page.html`, cookie, SETTLE_SECONDS);
      const figures: Figure[] = [];
      const measure = async (what: string, ours: string, theirs: string, gated: boolean) => {
        const sendTo = (server: MeasuredServer, target: string) => ({
          run: () => load(server.origin + target, gated ? cookie : undefined, server.cpuSeconds),
          loads: [] as Load[],
        });
        const runs = {
          single: sendTo(single, ours),
          ...(many && { many: sendTo(many, ours) }),
          ...(control && { control: sendTo(control, theirs) }),
        };
        const all = Object.values(runs);
        for (let round = 0; round < ROUNDS; round += 1) {
          say(`${what}, round ${round + 1} of ${ROUNDS}`);
          const first = round % all.length;
          for (const { run, loads } of [...all.slice(first), ...all.slice(0, first)]) loads.push(await run());
        }
        const ratioBudget = gated && { budget: { limit: RATIO_MIN, kind: 'above' as const } };
        const isSameCount = runs.many === undefined;
        figures.push(
          ...describeLoads(what, runs.single.loads, runs.control?.loads, isSameCount ? ratioBudget : {}),
          ...(runs.many
            ? describeLoads(
                `${what}, ${PROCESSES} processes`,
                runs.many.loads,
                runs.control?.loads,
                ratioBudget,
              )
            : []),
        );
      };
      await measure('gated page', encodeURI(page.url), '/page.html', true);
      await measure('gated longest page', encodeURI(longest.url), '/longest.html', true);
      await measure('gated asset', asset.url, '/asset.js', true);
      await measure('ungated asset', open.url, '/open/asset.js', false);
      return figures;
    } finally {
      await control?.stop();
      await many?.stop();
      await single.stop();
    }
  },
};

interface MeasuredServer {
  origin: string;
  cpuSeconds(): number | undefined;
}

/** `budget`: for the ratio of answers per second. */
function describeLoads(
  what: string,
  loads: readonly Load[],
  controlLoads: readonly Load[] | undefined,
  budget: Pick<Figure, 'budget'> | false,
): Figure[] {
  const computeMiddle = (key: keyof Load) => computeMedian(loads.map((item) => item[key]));
  const addControl = (key: keyof Load) =>
    controlLoads ? { control: computeMedian(controlLoads.map((item) => item[key])) } : {};
  const listRatios = (compare: (ours: Load, theirs: Load) => number) =>
    loads.flatMap((ours, round) => {
      const theirs = controlLoads?.[round];
      return theirs ? [compare(ours, theirs)] : [];
    });
  const ratios = listRatios((ours, theirs) => ours.perSecond / theirs.perSecond);
  // The CPU time is more reliable than answers per second on a shared machine, or if the load generator
  // is the bottleneck.
  const cpu = computeMiddle('cpuMicroseconds');
  const cpuRatios = listRatios((ours, theirs) => theirs.cpuMicroseconds / ours.cpuMicroseconds);
  return [
    { what, value: computeMiddle('perSecond'), unit: '/s', ...addControl('perSecond') },
    { what: `${what}, p50`, value: computeMiddle('p50Ms'), unit: 'ms', ...addControl('p50Ms') },
    { what: `${what}, p99`, value: computeMiddle('p99Ms'), unit: 'ms', ...addControl('p99Ms') },
    ...(controlLoads
      ? [
          {
            what: `${what}, times nginx`,
            value: computeMedian(ratios),
            unit: '' as const,
            ...budget,
            note: `rounds: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
          },
        ]
      : []),
    ...(Number.isNaN(cpu)
      ? []
      : [
          {
            what: `${what}, CPU of the server`,
            value: cpu,
            unit: 'µs' as const,
            ...addControl('cpuMicroseconds'),
          },
          ...(controlLoads
            ? [
                {
                  what: `${what}, times nginx by CPU time`,
                  value: computeMedian(cpuRatios),
                  unit: '' as const,
                },
              ]
            : []),
        ]),
  ];
}

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
