import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { launchChromium } from '../testing/chromium.ts';
import { generateDocs } from '../testing/generated-docs/generate-docs.ts';
import { type Bench, computeMedian, type Figure } from './bench.ts';
import { startDocusaurusControl } from './support/docusaurus-control.ts';
import { type Load, measureLoad, type Profile, slowPhone, unthrottled } from './support/measured-load.ts';
import { measureStep } from './support/measured-step.ts';
import { startServedSite } from './support/served-site.ts';

const RUNS = 5;
const PAGES = 60;

const measures: {
  what: string;
  of: (load: Load) => number;
  unit: Figure['unit'];
  budget?: Partial<Record<string, number>>;
}[] = [
  { what: 'first paint', of: ({ fcp }) => fcp, unit: 'ms' },
  { what: 'largest paint', of: ({ lcp }) => lcp, unit: 'ms' },
  { what: 'blocking time', of: ({ blocking }) => blocking, unit: 'ms' },
  {
    what: 'longest task',
    of: ({ longestTask }) => longestTask,
    unit: 'ms',
    budget: { [slowPhone.name]: 50 },
  },
  {
    what: 'layout shift',
    of: ({ shift }) => shift,
    unit: '',
    budget: { [slowPhone.name]: 0, [unthrottled.name]: 0 },
  },
  { what: 'bytes', of: ({ bytes }) => bytes / 1000, unit: 'kB' },
];

/** Compares an article of a generated folder in this site and in Docusaurus. */
export const readingBench: Bench = {
  name: 'reading',
  about: 'Loading an article and moving to the next, medians of 5; the control is Docusaurus',
  async run({ folder, say }) {
    const root = folder();
    const docsDir = path.join(root, 'docs');
    generateDocs(docsDir, PAGES);
    const control = await startDocusaurusControl(docsDir, say);
    const site = await startServedSite({
      DOCS_DIR: docsDir,
      DIST_DIR: path.join(root, 'dist'),
      DATA_DIR: path.join(root, 'data'),
      BROKEN_LINKS: 'warn',
    });
    const browser = await launchChromium({ whole: true });
    try {
      const article = findMiddleArticle(path.join(root, 'dist'));
      const measureInTurn: InTurn = async (measure, which) => {
        const context = await browser.newContext();
        if (which === 'ours') await site.signInBrowser(context);
        await measure(context, (which === 'ours' ? site.origin : control.origin) + article);
        await context.close();
      };
      const figures: Figure[] = [];
      for (const profile of [slowPhone, unthrottled])
        figures.push(...(await measureLoads(profile, measureInTurn, say)));
      figures.push(...(await measureSteps(measureInTurn, say)));
      return figures;
    } finally {
      await browser.close();
      await site.stop();
      await control.stop();
    }
  },
};

type InTurn = (
  measure: (context: BrowserContext, url: string) => Promise<void>,
  which: 'ours' | 'control',
) => Promise<void>;

/** Ours and the control take turns, so that other load affects both. */
async function measureLoads(
  profile: Profile,
  inTurn: InTurn,
  say: (line: string) => void,
): Promise<Figure[]> {
  const seen: Record<'ours' | 'control', Load[]> = { ours: [], control: [] };
  for (let run = 0; run < RUNS; run += 1) {
    say(`loading, ${profile.name}, run ${run + 1} of ${RUNS}`);
    for (const which of ['ours', 'control'] as const) {
      await inTurn(async (context, url) => {
        seen[which].push(await measureLoad(context, url, profile));
      }, which);
    }
  }
  return measures.map(({ what, of, unit, budget }): Figure => {
    const limit = budget?.[profile.name];
    return {
      what: `${what}, ${profile.name}`,
      value: computeMedian(seen.ours.map(of)),
      control: computeMedian(seen.control.map(of)),
      unit,
      ...(limit === undefined ? {} : { budget: { limit, kind: 'below' as const } }),
    };
  });
}

async function measureSteps(inTurn: InTurn, say: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const ahead of [true, false]) {
    const what = ahead ? 'next page, fetched ahead' : 'next page, not fetched ahead';
    const took: Record<'ours' | 'control', number[]> = { ours: [], control: [] };
    for (let run = 0; run < RUNS; run += 1) {
      say(`${what}, run ${run + 1} of ${RUNS}`);
      for (const which of ['ours', 'control'] as const) {
        await inTurn(async (context, url) => {
          took[which].push(await measureStep(context, url, ahead));
        }, which);
      }
    }
    const limit = ahead ? 30 : 40;
    figures.push({
      what,
      value: computeMedian(took.ours),
      control: computeMedian(took.control),
      unit: 'ms',
      budget: { limit, kind: 'below' },
    });
  }
  return figures;
}

/** Returns an article with neighbours on both sides. */
function findMiddleArticle(dist: string): string {
  const { docs }: { docs: { path: string }[] } = JSON.parse(
    readFileSync(path.join(dist, 'site.json'), 'utf8'),
  );
  const samplePage = docs.find(({ path: address }) => /-3$/.test(address)) ?? docs[0];
  if (!samplePage) throw new Error('The generated folder has no articles.');
  return encodeURI(samplePage.path);
}
