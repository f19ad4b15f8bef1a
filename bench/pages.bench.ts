import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { measureBudgets } from '../src/build/budgets.ts';
import { type ManifestEntry, readLiveManifest } from '../src/model/manifest.ts';
import { buildPageFileUrl } from '../src/model/urls.ts';
import type { Bench, Figure } from './bench.ts';
import { buildOwnSite } from './support/own-site.ts';

/** Patterns that find one page of each kind in the documentation. */
const kinds: Record<string, RegExp> = {
  'home page': /^\/$/,
  'stand-alone Markdown page': /^\/markdown-page$/,
  'category page': /^\/docs\/category\//,
  'article with steps': /\/Step1/,
  'control page': /DynaformControls\/|Textbox/,
  'REST page': /\/RESTAPI\/.*Users$/,
  'function reference': /Functions/,
  'search page': /^\/search$/,
};

/** Measures bytes on the wire with Brotli: for a first visit, and for a move to the page. */
export const pagesBench: Bench = {
  name: 'pages',
  about: 'Bytes of a page by kind, brotli',
  async run({ folder }) {
    const dist = path.join(folder(), 'dist');
    await buildOwnSite(dist);
    const entries = new Map(readLiveManifest(dist)?.entries.map((entry) => [entry.url, entry]));
    const measureKilobytes = (url: string) => measureBytes(dist, entries.get(url)) / 1000;
    const figures = Object.entries(kinds).flatMap(([kind, pattern]): Figure[] => {
      const page = [...entries.values()].find(({ url, cache }) => cache === 'page' && pattern.test(url));
      if (!page) return [];
      const html = readFileSync(path.join(dist, page.file), 'utf8');
      const note = `${page.url}: ${(page.bytes / 1000).toFixed(1)} kB plain, ${html.match(/<[a-z]/g)?.length ?? 0} elements`;
      return [
        { what: `${kind}, HTML`, value: measureKilobytes(page.url), unit: 'kB', note },
        { what: `${kind}, data`, value: measureKilobytes(buildPageFileUrl(page.url)), unit: 'kB' },
      ];
    });
    const budgets = (measureBudgets(dist) ?? []).map(({ name, measured, limit, unit, page }): Figure => {
      const scale = unit === 'bytes' ? 1000 : 1;
      return {
        what: `worst ${name}`,
        value: measured / scale,
        unit: unit === 'bytes' ? 'kB' : '',
        budget: { limit: limit / scale, kind: 'below' },
        note: page,
      };
    });
    return [...figures, ...budgets];
  },
};

function measureBytes(dist: string, entry: ManifestEntry | undefined): number {
  return entry ? statSync(path.join(dist, entry.encodings.br ?? entry.file)).size : Number.NaN;
}
