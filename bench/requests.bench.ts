import { readFileSync } from 'node:fs';
import path from 'node:path';
import autocannon from 'autocannon';
import type { ManifestEntry } from '../src/build/manifest.ts';
import { readManifest } from '../src/build/publish/read-manifest.ts';
import type { Bench, Figure } from './bench.ts';
import { hasNginx, startNginxControl } from './support/nginx-control.ts';
import { buildOwnSite } from './support/own-site.ts';
import { serveSite } from './support/served-site.ts';

const SECONDS = 5;
const CONNECTIONS = 50;

/** The same files, gated and not, from our server and from nginx with `auth_request`, one after the other. */
export const requestsBench: Bench = {
  name: 'requests',
  about: `Answers per second, ${CONNECTIONS} connections, gzip; the control is nginx${hasNginx ? '' : ', which is not installed here'}`,
  async run({ folder, say }) {
    const root = folder();
    const dist = path.join(root, 'dist');
    await buildOwnSite(dist);
    const entries = readManifest(dist)?.entries ?? [];
    const page = pick(entries, ({ url, cache }) => cache === 'page' && url.includes('/Overview'));
    const asset = pick(entries, ({ url, audience }) => audience === 'reader' && /shell.*\.js$/.test(url));
    const open = pick(entries, ({ url, audience }) => audience === 'visitor' && url.endsWith('.css'));
    const site = await serveSite({ DIST_DIR: dist, DATA_DIR: path.join(root, 'data'), BROKEN_LINKS: 'warn' });
    const cookie = await site.signIn();
    const file = ({ file: name, encodings }: ManifestEntry) => ({
      content: readFileSync(path.join(dist, name)),
      ...(encodings.gzip === undefined ? {} : { gzip: readFileSync(path.join(dist, encodings.gzip)) }),
    });
    const control = hasNginx
      ? await startNginxControl(root, cookie, {
          'page.html': file(page),
          'shell.js': file(asset),
          'open/login.css': file(open),
        })
      : undefined;
    try {
      const figures: Figure[] = [];
      const measure = async (what: string, ours: string, theirs: string, gated: boolean) => {
        say(what);
        const mine = await load(site.origin + ours, gated ? cookie : undefined);
        const other = control && (await load(control.origin + theirs, gated ? cookie : undefined));
        const beside = (key: keyof Load) => (other ? { control: other[key] } : {});
        const budget = gated && other ? { budget: { limit: other.perSecond, kind: 'above' as const } } : {};
        figures.push(
          { what, value: mine.perSecond, unit: '/s', ...beside('perSecond'), ...budget },
          { what: `${what}, p50`, value: mine.p50, unit: 'ms', ...beside('p50') },
          { what: `${what}, p99`, value: mine.p99, unit: 'ms', ...beside('p99') },
        );
      };
      await measure('gated page', encodeURI(page.url), '/page.html', true);
      await measure('gated asset', asset.url, '/shell.js', true);
      await measure('ungated asset', open.url, '/open/login.css', false);
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
}

async function load(url: string, cookie: string | undefined): Promise<Load> {
  const headers = { 'accept-encoding': 'gzip', ...(cookie === undefined ? {} : { cookie }) };
  const run = (duration: number) =>
    autocannon({ url, connections: CONNECTIONS, duration, headers, workers: 1 });
  await run(1);
  const result = await run(SECONDS);
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} was answered with ${result.non2xx} refusals.`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

function pick(entries: readonly ManifestEntry[], fits: (entry: ManifestEntry) => boolean): ManifestEntry {
  const entry = entries.find(fits);
  if (!entry) throw new Error('The documentation has no page or asset of this kind.');
  return entry;
}
