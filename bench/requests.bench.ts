import { readFileSync } from 'node:fs';
import path from 'node:path';
import autocannon from 'autocannon';
import { type ManifestEntry, readManifest } from '../src/model/manifest.ts';
import { type Bench, type Figure, median } from './bench.ts';
import { hasNginx, startNginxControl } from './support/nginx-control.ts';
import { buildOwnSite } from './support/own-site.ts';
import { serveSite } from './support/served-site.ts';
import { skipBodies } from './support/skip-bodies.ts';

const SECONDS = 3;
const ROUNDS = 3;
const CONNECTIONS = 50;

/** The same files, gated and not, from our server and from nginx with `auth_request`, in turns; medians. */
export const requestsBench: Bench = {
  name: 'requests',
  about: `Answers per second, ${CONNECTIONS} connections, gzip; the control is nginx${hasNginx ? '' : ', which is not installed here'}`,
  async run({ folder, say }) {
    const root = folder();
    const dist = path.join(root, 'dist');
    await buildOwnSite(dist);
    const entries = readManifest(dist)?.entries ?? [];
    const page = largest(entries, ({ url, cache }) => cache === 'page' && url.endsWith('/Overview'));
    const longest = largest(entries, ({ cache }) => cache === 'page');
    const asset = largest(entries, ({ cache, audience }) => cache === 'immutable' && audience === 'reader');
    const open = largest(entries, ({ cache, audience }) => cache === 'immutable' && audience === 'visitor');
    const site = await serveSite({ DIST_DIR: dist, DATA_DIR: path.join(root, 'data'), BROKEN_LINKS: 'warn' });
    const cookie = await site.signIn();
    const file = ({ file: name, encodings }: ManifestEntry) => ({
      content: readFileSync(path.join(dist, name)),
      ...(encodings.gzip === undefined ? {} : { gzip: readFileSync(path.join(dist, encodings.gzip)) }),
    });
    const control = hasNginx
      ? await startNginxControl(root, cookie, {
          'page.html': file(page),
          'longest.html': file(longest),
          'asset.js': file(asset),
          'open/asset.js': file(open),
        })
      : undefined;
    try {
      const figures: Figure[] = [];
      const measure = async (what: string, ours: string, theirs: string, gated: boolean) => {
        const mine: Load[] = [];
        const others: Load[] = [];
        for (let round = 1; round <= ROUNDS; round += 1) {
          say(`${what}, round ${round} of ${ROUNDS}`);
          mine.push(await load(site.origin + ours, gated ? cookie : undefined, site.cpuSeconds));
          if (control) others.push(await load(control.origin + theirs, gated ? cookie : undefined));
        }
        const middle = (loads: readonly Load[], key: keyof Load) => median(loads.map((one) => one[key]));
        const beside = (key: keyof Load) => (control ? { control: middle(others, key) } : {});
        const budget =
          gated && control ? { budget: { limit: middle(others, 'perSecond'), kind: 'above' as const } } : {};
        figures.push(
          { what, value: middle(mine, 'perSecond'), unit: '/s', ...beside('perSecond'), ...budget },
          { what: `${what}, p50`, value: middle(mine, 'p50'), unit: 'ms', ...beside('p50') },
          { what: `${what}, p99`, value: middle(mine, 'p99'), unit: 'ms', ...beside('p99') },
        );
        // Says more than answers per second where others share the machine, or the load generator is the slower one.
        const cpu = middle(mine, 'cpuMicroseconds');
        if (!Number.isNaN(cpu)) figures.push({ what: `${what}, CPU of the server`, value: cpu, unit: 'µs' });
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

interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  /** Of the server for one answer; not a number where that is unknown. */
  cpuMicroseconds: number;
}

async function load(
  url: string,
  cookie: string | undefined,
  cpuSeconds: () => number | undefined = () => undefined,
): Promise<Load> {
  const headers = { 'accept-encoding': 'gzip', ...(cookie === undefined ? {} : { cookie }) };
  const run = (duration: number) =>
    autocannon({ url, connections: CONNECTIONS, duration, headers, setupClient: skipBodies });
  await run(1);
  const before = cpuSeconds();
  const result = await run(SECONDS);
  const after = cpuSeconds();
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} was answered with ${result.non2xx} refusals.`);
  const cpuMicroseconds =
    before === undefined || after === undefined
      ? Number.NaN
      : ((after - before) * 1e6) / Math.max(1, result.requests.total);
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicroseconds,
  };
}

function largest(entries: readonly ManifestEntry[], fits: (entry: ManifestEntry) => boolean): ManifestEntry {
  const [entry] = entries.filter(fits).sort((a, b) => b.bytes - a.bytes);
  if (!entry) throw new Error('The documentation has no page or asset of this kind.');
  return entry;
}
