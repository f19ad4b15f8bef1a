import { openCanaries } from '../testing/audience-canaries.ts';
import { createAudienceSite } from '../testing/audience-site.ts';
import { TestSite } from '../testing/test-site.ts';
import type { Bench } from './bench.ts';

const SIZE = { pages: 300, groups: 12, scopes: 0 };
const CALLS = Number(process.env.BENCH_SCOPES_CALLS ?? 100_000);
const SAID_EVERY = 10_000;

/**
 * Calls readers' tools like `tests/security/audiences.test.ts`, but so often that a rare fault would show.
 */
export const scopesBench: Bench = {
  name: 'scopes',
  about: `${CALLS} calls with tokens of readers in ${SIZE.groups} groups, all mixed: pages, copies, data, search, tools`,
  whenNamed: true,
  async run({ say }) {
    const site = createAudienceSite(SIZE);
    const scopes = Array.from({ length: SIZE.groups }, (_, index) => [`group-${index}`]);
    using built = new TestSite(site.files);
    say('building');
    const { problems } = await built.build();
    const broken = problems.find(({ severity }) => severity === 'error');
    if (broken) throw new Error(broken.message);
    const canaries = await openCanaries(site, built);
    try {
      const startedAt = performance.now();
      const { tries, leaks, missing } = await canaries.tryTokens(scopes, CALLS, (callCount) => {
        if (callCount % SAID_EVERY === 0) say(`${callCount} calls`);
      });
      const seconds = (performance.now() - startedAt) / 1_000;
      for (const line of [...leaks, ...missing].slice(0, 20)) say(line);
      return [
        { what: 'calls', value: tries, unit: '', budget: { limit: CALLS, kind: 'above' } },
        { what: 'of pages outside', value: leaks.length, unit: '', budget: { limit: 0, kind: 'below' } },
        {
          what: 'missing of pages inside',
          value: missing.length,
          unit: '',
          budget: { limit: 0, kind: 'below' },
        },
        { what: 'time', value: seconds, unit: 's' },
      ];
    } finally {
      await canaries.server.close();
    }
  },
};
