import { hash } from 'node:crypto';
import path from 'node:path';
import { buildAssetUrl } from '../src/markdown/asset-store.ts';
import { buildPageFileUrl } from '../src/model/urls.ts';
import { openViews } from '../src/views/scope-views.ts';
import {
  type AudienceSite,
  type CanaryPage,
  createAudienceSite,
  createCanary,
  sees,
  seesPart,
  type Who,
} from '../testing/audience-site.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { TestSite } from '../testing/test-site.ts';
import { type Bench, computeMedian, type Figure } from './bench.ts';
import { computeChance, computePartSlower } from './support/equal-times.ts';

const SIZE = { pages: 600, groups: 4, scopes: 0 };
const ATTEMPTS = Number(process.env.BENCH_HIDDEN_ATTEMPTS ?? 1_000);
const WARM_UP = 100;
const readers: readonly (readonly [string, Who])[] = [
  ['a reader', []],
  ['a visitor', undefined],
];
/** A page for every reader has each word once. The first word is also in a hidden part of each page. */
const [OFTEN_HIDDEN, NOWHERE_ELSE] = ['dovetails', 'mortising'];

type Ask = (
  server: TestServer,
  cookie: string,
  asked: string,
  attempt: number,
) => Promise<{ statusCode: number }>;

interface Kind {
  what: string;
  ask: Ask;
  isHidden: (who: Who, page: CanaryPage) => boolean;
  /**
   * Creates the request for a hidden page. `absent` has an equally long one for a page that never existed.
   */
  hidden: (page: CanaryPage) => string;
  absent: (page: CanaryPage) => string;
}

/** Checks that the time of a "not found" answer doesn't reveal whether the page exists. */
export const hiddenBench: Bench = {
  name: 'hidden',
  about: `Answers of hidden addresses (measured) beside those that never were (control), and searches: medians, ${ATTEMPTS} of each, in turn`,
  whenNamed: true,
  async run({ say }) {
    const site = createAudienceSite(SIZE);
    using built = new TestSite(addPages(site));
    say('building');
    const { problems } = await built.build();
    const broken = problems.find(({ severity }) => severity === 'error');
    if (broken) throw new Error(broken.message);
    const server = await startServer({
      dist: built.distDir,
      openViews,
      environment: { LOG_LEVEL: 'silent', DATA_DIR: built.root },
    });
    try {
      // The search threads don't keep the process alive, but a listening server does.
      await server.listen();
      const figures: Figure[] = [];
      let furthest = 0;
      for (const [reader, who] of readers) {
        const cookie = who ? await server.signInAs(...who) : '';
        for (const kind of kinds) {
          const what = `${reader}: ${kind.what}`;
          const pages = site.pages.filter((page) => kind.isHidden(who, page));
          say(what);
          const { figure, part } = await compare(server, { cookie, pages }, { ...kind, what });
          figures.push(figure);
          furthest = Math.max(furthest, Math.abs(part - 0.5));
        }
      }
      const attempts = Array.from({ length: ATTEMPTS }, () => 0);
      figures.push({
        what: 'furthest from 0.5 of all pairs',
        value: furthest,
        unit: '',
        note: `one kind is, by chance alone, within ${computeChance(attempts, attempts).toFixed(3)} of it in 19 of 20 runs`,
      });
      const { figure } = await compare(
        server,
        { cookie: await server.signInAs(), pages: site.pages },
        {
          what: 'a reader: a word of theirs that hidden pages have too',
          ask: search,
          isHidden: () => true,
          hidden: () => OFTEN_HIDDEN,
          absent: () => NOWHERE_ELSE,
        },
      );
      return [...figures, figure];
    } finally {
      await server.close();
    }
  },
};

/** Gives every page a picture and an old address. */
function addPages({ files, pages }: AudienceSite): Record<string, string> {
  const more: Record<string, string> = {
    ...files,
    'docs/open.md': `${files['docs/open.md']}\n${OFTEN_HIDDEN} and ${NOWHERE_ELSE}.\n`,
    'docs/redirects.json': JSON.stringify(
      Object.fromEntries(pages.map(({ path }) => [toOldAddress(path), path])),
    ),
  };
  for (const { path: address, seen } of pages) {
    const file = `${address.slice(1)}.md`;
    const word = typeof seen === 'string' ? 'Nothing' : OFTEN_HIDDEN;
    more[file] = `${files[file]}\n${word} more.\n\n![Picture](./${path.basename(address)}.svg)\n`;
    more[`${address.slice(1)}.svg`] = fetchPicture(address);
  }
  return more;
}

const toOldAddress = (address: string) => address.replace('/docs/', '/before/');
const fetchPicture = (address: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><!-- ${address} --></svg>`;
/** Changes an address into that of a page that doesn't exist, but might. */
const toInventedAddress = (address: string) => address.replace(/p(\d+)(?!.*\/p\d)/, 'q$1');

const get =
  (headers: Record<string, string> = {}): Ask =>
  (server, cookie, url) =>
    server.get(url, { ...headers, cookie });

/** Each request comes from another network, because searches of visitors are limited by network. */
const search: Ask = (server, cookie, query, attempt) =>
  server.app.inject({
    method: 'POST',
    url: '/1/indexes/*/queries',
    remoteAddress: `10.${attempt >> 8}.${attempt & 255}.1`,
    headers: { cookie, host: 'localhost:3000' },
    payload: JSON.stringify({ requests: [{ indexName: 'docs', query }] }),
  });

const kinds: readonly Kind[] = [
  ...(
    [
      ['a page', (address) => address],
      ['a page, by its window', (address) => address, { accept: 'text/html', 'sec-fetch-mode': 'navigate' }],
      ['a page, written otherwise', (address) => `${address}.html`],
      ['data of a page', buildPageFileUrl],
      ['a Markdown copy', (address) => `${address}.md`],
      ['a picture', (address) => buildAssetUrl(`${address}.svg`, hash('sha256', fetchPicture(address)))],
      ['an old address', toOldAddress],
    ] satisfies [string, (address: string) => string, Record<string, string>?][]
  ).map(
    ([what, addressOf, headers]): Kind => ({
      what,
      ask: get(headers),
      isHidden: (who, { seen }) => !sees(who, seen),
      hidden: ({ path: address }) => addressOf(address),
      absent: ({ path: address }) => toInventedAddress(addressOf(address)),
    }),
  ),
  ...(
    [
      ['a search', (word) => word],
      ['a search, half of a word', (word) => word.slice(0, 7)],
      ['a search, misspelt', (word) => word.slice(0, 6) + word.slice(7)],
    ] satisfies [string, (word: string) => string][]
  ).map(
    ([what, toQuery]): Kind => ({
      what,
      ask: search,
      isHidden: (who, page) => page.part !== undefined && !seesPart(who, page),
      hidden: ({ part }) => toQuery(part?.canary ?? ''),
      // Words of parts that every third page has. They resemble indexed words as much as the others do.
      absent: ({ path: address }) => toQuery(createCanary(Number(/\d+$/.exec(address)) + 50_001)),
    }),
  ),
];

async function compare(
  server: TestServer,
  { cookie, pages }: { cookie: string; pages: readonly CanaryPage[] },
  { what, ask, ...addresses }: Kind,
): Promise<{ figure: Figure; part: number }> {
  const times: Record<'hidden' | 'absent', number[]> = { hidden: [], absent: [] };
  const [first] = pages;
  const there = first && (await ask(server, await server.signIn(), addresses.hidden(first), 0));
  if (!there || there.statusCode >= 400) throw new Error(`${what}: there is nothing to hide.`);
  const statuses = new Set<number>();
  for (let attempt = -WARM_UP; attempt < ATTEMPTS; attempt += 1) {
    const page = pages.at(attempt % pages.length);
    if (!page) throw new Error('Nothing is hidden.');
    // The second request finds warmer caches, so the order alternates.
    const order = attempt % 2 === 0 ? (['hidden', 'absent'] as const) : (['absent', 'hidden'] as const);
    for (const kind of order) {
      // Both texts are created in the same way, so that neither is faster to read.
      const subject = String(Buffer.from(addresses[kind](page)));
      const startedAt = performance.now();
      const { statusCode } = await ask(server, cookie, subject, attempt + WARM_UP);
      statuses.add(statusCode);
      if (attempt >= 0) times[kind].push((performance.now() - startedAt) * 1_000);
    }
  }
  if (statuses.size > 1) throw new Error(`${what}: answered with ${[...statuses].join(' and ')}.`);
  const part = computePartSlower(times.hidden, times.absent);
  const note = `hidden is slower in ${part.toFixed(3)} of all pairs`;
  return {
    figure: {
      what,
      value: computeMedian(times.hidden),
      control: computeMedian(times.absent),
      unit: 'µs',
      note,
    },
    part,
  };
}
