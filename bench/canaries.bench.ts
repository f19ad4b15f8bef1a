import { openCanaries, type Tried } from '../testing/audience-canaries.ts';
import { createAudienceSite } from '../testing/audience-site.ts';
import { TestSite } from '../testing/test-site.ts';
import type { Bench, Figure } from './bench.ts';
import { measureUsedMegabytes } from './support/used-megabytes.ts';

const SIZE = { pages: 2_000, groups: 12, scopes: 40 };
/** Each scope examines this many pages closely. Every scope examines other pages. */
const CLOSELY = 40;

/** Checks every answer to each scope, as `tests/security/audiences.test.ts` does, but with a realistic size. */
export const canariesBench: Bench = {
  name: 'canaries',
  about: `Answers that were looked at for words of hidden pages: ${SIZE.pages} pages, ${SIZE.groups} groups, ${SIZE.scopes} scopes and visitors`,
  whenNamed: true,
  async run({ say }) {
    const site = createAudienceSite(SIZE);
    using built = new TestSite(site.files);
    say('building');
    const { problems } = await built.build();
    const broken = problems.find(({ severity }) => severity === 'error');
    if (broken) throw new Error(broken.message);
    const canaries = await openCanaries(site, built);
    const before = measureUsedMegabytes();
    let most = 0;
    const all: Tried = { tries: 0, leaks: [], missing: [] };
    const startedAt = performance.now();
    try {
      for (const [index, who] of [...site.scopes, undefined].entries()) {
        const closely = new Set(site.pages.filter((_, page) => page % CLOSELY === index % CLOSELY));
        const isClose = closely.has.bind(closely);
        const attempts = [
          await canaries.tryAnswers(who, isClose),
          ...(who ? [await canaries.tryTools(who, isClose)] : []),
        ];
        for (const { tries, leaks, missing } of attempts) {
          all.tries += tries;
          all.leaks.push(...leaks);
          all.missing.push(...missing);
        }
        const heldMegabytes = measureUsedMegabytes() - before;
        most = Math.max(most, heldMegabytes);
        say(`${who ? `scope ${index + 1}` : 'visitors'}: ${all.tries} tries, ${heldMegabytes.toFixed(0)} MB`);
      }
    } finally {
      await canaries.server.close();
    }
    const minutes = (performance.now() - startedAt) / 60_000;
    const figures: Figure[] = [
      { what: 'tries', value: all.tries, unit: '', budget: { limit: 100_000, kind: 'above' } },
      { what: 'of pages outside', value: all.leaks.length, unit: '', budget: { limit: 0, kind: 'below' } },
      {
        what: 'missing of pages inside',
        value: all.missing.length,
        unit: '',
        budget: { limit: 0, kind: 'below' },
      },
      { what: 'memory, at most', value: most, unit: 'MB' },
      { what: 'time', value: minutes, unit: 'min' },
    ];
    for (const line of [...all.leaks, ...all.missing].slice(0, 20)) say(line);
    return figures;
  },
};
