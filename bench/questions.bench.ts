import { openCanaries } from '../testing/audience-canaries.ts';
import { createAudienceSite } from '../testing/audience-site.ts';
import { TestSite } from '../testing/test-site.ts';
import type { Bench } from './bench.ts';

const SIZE = { pages: 300, groups: 12, scopes: 40 };
const QUESTIONS = Number(process.env.BENCH_QUESTIONS ?? 100_000);
const SAID_EVERY = 5_000;

/** Asks questions like `tests/security/audiences.test.ts`, but so often that a rare fault would show. */
export const questionsBench: Bench = {
  name: 'questions',
  about: `${QUESTIONS} questions of ${SIZE.scopes} scopes about any page, all mixed: answers, tool, search, results, log, files`,
  whenNamed: true,
  async run({ say }) {
    const site = createAudienceSite(SIZE);
    using built = new TestSite(site.files);
    say('building');
    const { problems } = await built.build();
    const broken = problems.find(({ severity }) => severity === 'error');
    if (broken) throw new Error(broken.message);
    const canaries = await openCanaries(site, built, 'trace');
    try {
      const startedAt = performance.now();
      const result = await canaries.tryQuestions(site.scopes, QUESTIONS, (questionCount) => {
        if (questionCount % SAID_EVERY === 0) say(`${questionCount} questions`);
      });
      const seconds = (performance.now() - startedAt) / 1_000;
      for (const line of result.leaks.slice(0, 20)) say(line);
      return [
        { what: 'questions', value: result.tries, unit: '', budget: { limit: QUESTIONS, kind: 'above' } },
        {
          what: 'of pages outside',
          value: result.leaks.length,
          unit: '',
          budget: { limit: 0, kind: 'below' },
        },
        ...Object.entries(result.answeredCounts).map(([name, value]) => ({
          what: `with an answer: ${name}`,
          value,
          unit: '' as const,
        })),
        { what: 'time', value: seconds, unit: 's' },
      ];
    } finally {
      await canaries.server.close();
    }
  },
};
