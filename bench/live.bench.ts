import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../testing/chromium.ts';
import { type Bench, computeMedian, type Figure } from './bench.ts';
import {
  observe,
  type Profile,
  slowPhone,
  throttle,
  unthrottled,
  waitUntilSettled,
} from './support/measured-load.ts';
import { projectDir } from './support/measured-run.ts';
import { startServedSite } from './support/served-site.ts';

const RUNS = 5;
const FORMS = 10;
/** The largest form of the manual. */
const LARGEST = 'purchase-request';

/** Measures what forms of the manual load, and how soon a reader can type into them. */
export const liveBench: Bench = {
  name: 'live',
  about: 'Forms that can be filled in, medians of 5',
  async run({ folder, say }) {
    const root = folder();
    writeDocs(path.join(root, 'docs'));
    const site = await startServedSite({
      DOCS_DIR: path.join(root, 'docs'),
      DIST_DIR: path.join(root, 'dist'),
      DATA_DIR: path.join(root, 'data'),
      BROKEN_LINKS: 'warn',
    });
    const browser = await launchChromium({ whole: true });
    try {
      const figures: Figure[] = [];
      const measureInNewContext = async <Value>(
        measure: (context: BrowserContext) => Promise<Value>,
      ): Promise<Value> => {
        const context = await browser.newContext({ baseURL: site.origin });
        await site.signInBrowser(context);
        const value = await measure(context);
        await context.close();
        return value;
      };
      const without = await measureInNewContext((context) => measureScriptBytes(context, '/docs/without'));
      const more =
        (await measureInNewContext((context) => measureScriptBytes(context, '/docs/one'))) - without;
      figures.push({ what: 'scripts of a form', value: more / 1000, unit: 'kB', budget: limitTo(60) });
      for (const profile of [slowPhone, unthrottled]) {
        const keys: number[] = [];
        const early: number[] = [];
        const tasks: number[] = [];
        for (let run = 0; run < RUNS; run += 1) {
          say(`${profile.name}, run ${run + 1} of ${RUNS}`);
          keys.push(await measureInNewContext((context) => measureFirstKey(context, '/docs/one', profile)));
          early.push(
            await measureInNewContext((context) => measureEarlyKey(context, '/docs/first', profile)),
          );
          tasks.push(
            await measureInNewContext((context) => measureLongestTask(context, '/docs/ten', profile)),
          );
        }
        const isSlow = profile === slowPhone;
        figures.push(
          {
            what: `form in view to its first key painted, ${profile.name}`,
            value: computeMedian(keys),
            unit: 'ms',
            ...(isSlow && { budget: limitTo(100) }),
          },
          {
            what: `key in a form that isn't alive yet, ${profile.name}`,
            value: computeMedian(early),
            unit: 'ms',
            ...(isSlow && { budget: limitTo(100) }),
          },
          {
            what: `longest task of ${FORMS} forms, ${profile.name}`,
            value: computeMedian(tasks),
            unit: 'ms',
            ...(isSlow && { budget: limitTo(50) }),
          },
        );
      }
      return figures;
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};

const limitTo = (limit: number) => ({ limit, kind: 'below' as const });

/** Pages with no form, one form far below, one at the top, and ten. */
function writeDocs(docs: string): void {
  const site = path.join(projectDir, 'site');
  for (const data of ['docs/_data', 'static/openapi'])
    cpSync(path.join(site, data), path.join(path.dirname(docs), data), { recursive: true });
  mkdirSync(docs, { recursive: true });
  const names = readdirSync(path.join(docs, '_data/forms')).map((file) => path.basename(file, '.json'));
  const measuredForms = [LARGEST, ...names.filter((name) => name !== LARGEST)].slice(0, FORMS);
  const text = Array.from({ length: 30 }, (_, index) => `Paragraph ${index} is about nothing.`).join('\n\n');
  const readFormStates = (name: string) => {
    const { states }: { states: object } = JSON.parse(
      readFileSync(path.join(docs, `_data/forms/${name}.json`), 'utf8'),
    );
    return `<Form name="${name}" state="${Object.keys(states)[0]}" caption="The form ${name}" />`;
  };
  writeFileSync(path.join(docs, 'without.mdx'), `# Without\n\n${text}\n`);
  writeFileSync(path.join(docs, 'one.mdx'), `# One\n\n${text}\n\n${readFormStates(LARGEST)}\n\n${text}\n`);
  writeFileSync(path.join(docs, 'first.mdx'), `# First\n\n${readFormStates(LARGEST)}\n\n${text}\n`);
  writeFileSync(
    path.join(docs, 'ten.mdx'),
    `# Ten\n\n${text}\n\n${measuredForms.map(readFormStates).join('\n\n')}\n\n${text}\n`,
  );
}

async function openPage(context: BrowserContext, url: string, profile: Profile): Promise<Page> {
  const page = await context.newPage();
  await page.goto('chrome://version');
  await throttle(page, profile);
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  await waitUntilSettled(page);
  return page;
}

/** Measures the compressed scripts of a page with live forms. */
async function measureScriptBytes(context: BrowserContext, url: string): Promise<number> {
  const page = await openPage(context, url, unthrottled);
  const form = page.locator('.live-form').first();
  if ((await form.count()) > 0) {
    await form.scrollIntoViewIfNeeded();
    await page.locator('.live-form[data-alive]').first().waitFor();
  }
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => /\/_assets\/.*\.js$/.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
}

/**
 * Measures the time from when the form is in the middle of the window until a typed letter is painted. The
 * scripts are loaded.
 */
async function measureFirstKey(context: BrowserContext, url: string, profile: Profile): Promise<number> {
  const page = await openPage(context, url, profile);
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        document.querySelector('.live-form')?.scrollIntoView({ block: 'center' });
        const startedAt = performance.now();
        const look = () => {
          const field = document.querySelector<HTMLInputElement>('.live-form[data-alive] input.sketch-input');
          if (!field) return requestAnimationFrame(look);
          field.focus();
          // Types like a key press, because React ignores a change of the property alone.
          document.execCommand('insertText', false, 'a');
          const painted = new MessageChannel();
          painted.port1.onmessage = () => resolve(performance.now() - startedAt);
          requestAnimationFrame(() => painted.port2.postMessage(''));
        };
        requestAnimationFrame(look);
      }),
  );
}

/**
 * Measures the time from when the form is painted until a typed letter is, on a page that is still loading.
 * The letter must still be in the form once it is interactive.
 */
async function measureEarlyKey(context: BrowserContext, url: string, profile: Profile): Promise<number> {
  const page = await context.newPage();
  await page.goto('chrome://version');
  await throttle(page, profile);
  await page.addInitScript(() => {
    const look = () => {
      const field = document.querySelector<HTMLInputElement>('.live-form input.sketch-early');
      if (!field?.checkVisibility()) return requestAnimationFrame(look);
      // A reader can see the form in the next frame at the earliest.
      requestAnimationFrame(() => press(field));
    };
    const press = (field: HTMLInputElement) => {
      const startedAt = performance.now();
      field.focus();
      document.execCommand('insertText', false, 'a');
      const painted = new MessageChannel();
      painted.port1.onmessage = () => {
        document.documentElement.dataset.painted = String(performance.now() - startedAt);
      };
      requestAnimationFrame(() => painted.port2.postMessage(''));
    };
    requestAnimationFrame(look);
  });
  await page.goto(url, { waitUntil: 'commit', timeout: 120_000 });
  await page.locator('.live-form[data-alive]').waitFor();
  const { painted, typed } = await page.evaluate(() => ({
    painted: Number(document.documentElement.dataset.painted),
    typed: document.querySelector<HTMLInputElement>('.live-form__sheet input.sketch-input')?.value,
  }));
  if (!typed?.includes('a')) throw new Error('The form lost the text that was typed early.');
  return painted;
}

interface TraceEvent {
  name: string;
  ts: number;
  /** Time of the processor in the thread, in microseconds. */
  tdur?: number;
}

/**
 * Measures the longest task between the end of the load and the last form that comes alive, while a reader
 * scrolls. Processor time counts, because a task that others interrupt would seem longer.
 */
async function measureLongestTask(context: BrowserContext, url: string, profile: Profile): Promise<number> {
  const page = await context.newPage();
  await page.goto('chrome://version');
  const session = await throttle(page, profile);
  const events: TraceEvent[] = [];
  // The protocol of Chromium's developer tools sends events in this form.
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const tracingComplete = new Promise<void>((resolve) =>
    session.once('Tracing.tracingComplete', () => resolve()),
  );
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  });
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  await page.evaluate(
    (forms) =>
      new Promise<void>((resolve) => {
        const scrollStep = () => {
          scrollBy(0, 300);
          const alive = document.querySelectorAll('.live-form[data-alive]').length;
          const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
          if (alive < forms || !isAtEnd) setTimeout(scrollStep, 200);
          else setTimeout(resolve, 500);
        };
        scrollStep();
      }),
    FORMS,
  );
  await session.send('Tracing.end');
  await tracingComplete;
  const loadedAt = Math.max(0, ...events.filter(({ name }) => name === 'MarkLoad').map(({ ts }) => ts));
  const tasks = events.filter(({ name, ts }) => name === 'RunTask' && ts > loadedAt);
  if (tasks.length === 0) throw new Error('The browser reported no task.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
