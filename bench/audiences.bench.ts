import autocannon from 'autocannon';
import { openViews } from '../src/views/scope-views.ts';
import { startServer } from '../testing/server.ts';
import { TestSite } from '../testing/test-site.ts';
import { type Bench, computeQuantile, type Figure } from './bench.ts';
import { skipBodies } from './support/skip-bodies.ts';
import { measureUsedMegabytes } from './support/used-megabytes.ts';

const PAGES = 600;
const GROUPS = 12;
const SCOPES = [1, 40, 1_000];
const SECONDS = 3;
const CONNECTIONS = 20;
const ASKED_PAGES = 10;
const SEARCHES = 200;

const groups = Array.from({ length: GROUPS }, (_, index) => `group-${index}`);

/**
 * Requests of readers in many scopes at the same time: the same pages, which differ by scope, and the same
 * searches.
 */
export const audiencesBench: Bench = {
  name: 'audiences',
  about: `Answers per second, ${CONNECTIONS} connections, and searches, where readers are in so many scopes: ${PAGES} pages, ${GROUPS} groups; the control is the same site without audiences`,
  whenNamed: true,
  async run({ say }) {
    const figures: Figure[] = [];
    using plainSite = new TestSite(createSiteFiles(false));
    using site = new TestSite(createSiteFiles(true));
    say('building');
    // The first build creates the bundle for both.
    await plainSite.build();
    plainSite.forgetCache();
    const control = (await plainSite.build()).built.seconds;
    const built = (await site.build()).built.seconds;
    figures.push({ what: 'build', value: built, unit: 's', control });
    const alone = await measure(plainSite, 1, say);
    for (const scopes of SCOPES) {
      const measurement = await measure(site, scopes, say);
      const what = `${scopes} ${scopes === 1 ? 'scope' : 'scopes'}`;
      figures.push(
        { what: `${what}, pages`, value: measurement.perSecond, unit: '/s', control: alone.perSecond },
        { what: `${what}, pages, p99`, value: measurement.p99, unit: 'ms', control: alone.p99 },
        { what: `${what}, search, p50`, value: measurement.search50, unit: 'ms', control: alone.search50 },
        { what: `${what}, search, p95`, value: measurement.search95, unit: 'ms', control: alone.search95 },
        { what: `${what}, memory`, value: measurement.heap, unit: 'MB', control: alone.heap },
      );
    }
    return figures;
  },
};

function createSiteFiles(withAudiences: boolean): Record<string, string> {
  const files: Record<string, string> = {
    'docs/index.md': '---\nslug: /\n---\n\n# Start\n\nThe word of page start.\n',
    'site.config.ts': `export default { groups: ${JSON.stringify(groups)} };\n`,
  };
  for (let at = 0; at < PAGES; at += 1) {
    // Every second page is for every reader.
    const audience = withAudiences && at % 2 === 1 ? `audience: group-${at % GROUPS}\n` : '';
    const part = `<Audience for="group-${(at + 3) % GROUPS}">\n\nFor some.\n\n</Audience>\n`;
    const text = Array.from({ length: 12 }, (_, line) => `Line ${line} of page ${at} has a word${at} in it.`);
    files[`docs/f${at % 20}/p${at}.md`] =
      `---\ntitle: Page ${at}\n${audience}---\n\n## Part\n\n${text.join('\n\n')}\n\n${withAudiences && at % 10 === 0 ? part : ''}`;
  }
  return files;
}

async function measure(site: TestSite, scopes: number, say: (line: string) => void) {
  const server = await startServer({
    dist: site.distDir,
    openViews,
    environment: { LOG_LEVEL: 'error', DATA_DIR: site.root },
  });
  try {
    const before = measureUsedMegabytes();
    const { origin } = await server.listen();
    const cookies: string[] = [];
    for (let at = 0; at < scopes; at += 1)
      cookies.push(await server.signInAs(...groups.filter((_, group) => ((at + 1) >> group) & 1)));
    say(`${scopes} scopes: pages`);
    const requests = cookies.map((cookie, index) => ({
      path: `/docs/f${(2 * (index % ASKED_PAGES)) % 20}/p${2 * (index % ASKED_PAGES)}`,
      headers: { cookie, 'accept-encoding': 'br' },
    }));
    const load = (duration: number) =>
      autocannon({ url: origin, connections: CONNECTIONS, duration, requests, setupClient: skipBodies });
    await load(1);
    const pages = await load(SECONDS);
    if (pages.non2xx > 0 || pages.errors > 0) throw new Error(`${pages.non2xx} pages were refused.`);
    say(`${scopes} scopes: searches`);
    const times: number[] = [];
    for (let at = 0; at < SEARCHES; at += 1) {
      const startedAt = performance.now();
      const answer = await fetch(`${origin}/1/indexes/*/queries`, {
        method: 'POST',
        headers: { cookie: cookies[(at * 7) % scopes] ?? '', origin },
        body: JSON.stringify({ requests: [{ indexName: 'docs', query: `word${at % PAGES} page` }] }),
      });
      await answer.text();
      if (!answer.ok) throw new Error(`A search was answered with ${answer.status}.`);
      times.push(performance.now() - startedAt);
    }
    return {
      perSecond: pages.requests.average,
      p99: pages.latency.p99,
      search50: computeQuantile(times, 0.5),
      search95: computeQuantile(times, 0.95),
      heap: measureUsedMegabytes() - before,
    };
  } finally {
    await server.close();
  }
}
