import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CanaryServer, openCanaries } from '../../testing/audience-canaries.ts';
import { createAudienceSite, sees, type Who } from '../../testing/audience-site.ts';
import { TestSite } from '../../testing/test-site.ts';

/**
 * A generated site with nested audiences, public pages and parts of pages. For each scope, including
 * visitors, every answer is checked: it must contain nothing of a page or part outside the scope, and
 * everything of those inside. `npm run bench -- canaries` does the same with 2,000 pages, 12 groups and 40
 * scopes, `npm run bench -- scopes` asks 100,000 times with tokens, and `npm run bench -- questions` asks 100,000 questions.
 */
const site = createAudienceSite({ pages: 30, groups: 4, scopes: 3 });
const readers = site.scopes.map((scope) => [`a reader in ${scope.join(' ') || 'no group'}`, scope] as const);

let built: TestSite;
let canaries: CanaryServer;
let tries = 0;
beforeAll(async () => {
  built = new TestSite(site.files);
  const { problems } = await built.build();
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  canaries = await openCanaries(site, built);
});
afterAll(async () => {
  await canaries?.server.close();
  built?.[Symbol.dispose]();
});

test.each<readonly [string, Who]>([...readers, ['a visitor', undefined]])(
  '%s gets everything in their scope and nothing else',
  async (_, who) => {
    const outcome = await canaries.tryAnswers(who);
    expect(outcome).toMatchObject({ leaks: [], missing: [] });
    tries += outcome.tries;
  },
);

test.each(readers)(
  'the tools of %s, with a token, read everything in their scope and nothing else',
  async (_, scope) => {
    const outcome = await canaries.tryTools(scope);
    expect(outcome).toMatchObject({ leaks: [], missing: [] });
    tries += outcome.tries;
  },
);

test('no call with a token crosses from one scope to another, however they are mixed', async () => {
  const outcome = await canaries.tryTokens(site.scopes, 200);
  expect(outcome).toEqual({ tries: 200, leaks: [], missing: [] });
});

test('no question crosses from one scope to another, and no log or file gets a hidden word', async () => {
  const questions = await openCanaries(site, built, 'trace');
  try {
    const { answeredCounts, ...outcome } = await questions.tryQuestions(site.scopes, 400);
    expect(outcome).toEqual({ tries: 400, leaks: [], missing: [] });
    for (const count of Object.values(answeredCounts)) expect(count).toBeGreaterThan(0);
  } finally {
    await questions.server.close();
  }
});

test('enough answers were checked, and there was content to hide', () => {
  expect(tries).toBeGreaterThan(3_000);
  const hiddenPages = site.pages.filter(({ seen }) => !sees(site.scopes[0], seen));
  expect(hiddenPages.length).toBeGreaterThan(30 / 4);
});

test('the test notices a reader who gets hidden content', async () => {
  const [one] = site.pages.filter(({ seen }) => seen !== 'public');
  const stolenCookie = await canaries.server.signIn();
  const { leaks, missing } = await canaries.tryAnswers([], () => false, stolenCookie);
  expect(leaks).toEqual(expect.arrayContaining([expect.stringContaining(String(one?.canary))]));
  expect(missing).not.toEqual([]);
});
