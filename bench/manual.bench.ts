import routes from '../site/docs/_data/routes.json' with { type: 'json' };
import { ownManual } from '../testing/manuals.ts';
import { openReadingSite } from '../testing/reading.ts';
import type { Bench, Figure } from './bench.ts';

const HEIGHT_MAX = 6000;
const WORDS_MAX = 250_000;

/** Pages that readers print or scan for a detail. */
const cheatSheets = /\/Guides\/CheatSheets\//;

/** Measures how long the articles of the manual are, and how high they are in a window of 1440 pixels. */
export const manualBench: Bench = {
  name: 'manual',
  about: 'Words of the manual, and the heights of its pages at 1440 pixels',
  async run({ say }) {
    const articles = routes.filter((route) => route.startsWith('/docs/LuranaBPA/'));
    const site = await openReadingSite({ manual: ownManual });
    try {
      // Parts that come alive don't change the height of a page, and pages open faster without them.
      const context = await site.signedIn({ javaScriptEnabled: false });
      const page = await context.newPage();
      const pages: { route: string; height: number; words: number }[] = [];
      for (const [index, route] of articles.entries()) {
        if (index % 50 === 0) say(`${index} of ${articles.length} pages`);
        await page.goto(encodeURI(decodeURI(route)));
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        const copy = await context.request.get(`${route.replace(/\/$/, '/index')}.md`);
        pages.push({ route, height, words: copy.ok() ? countWords(await copy.text()) : 0 });
      }
      const readingPages = pages.filter(({ route }) => !cheatSheets.test(route));
      const highest = readingPages.toSorted((a, b) => b.height - a.height);
      const tooHigh = highest.filter(({ height }) => height > HEIGHT_MAX);
      return [
        {
          what: 'words of all articles',
          value: pages.reduce((sum, { words }) => sum + words, 0),
          unit: '',
          budget: { limit: WORDS_MAX, kind: 'below' },
          note: 'in their Markdown copies, without bars of tables and other signs',
        },
        {
          what: `pages over ${HEIGHT_MAX} pixels`,
          value: tooHigh.length,
          unit: '',
          budget: { limit: 0, kind: 'below' },
          note: tooHigh.map(({ route }) => route).join(', '),
        },
        ...highest.slice(0, 3).map(
          ({ route, height }): Figure => ({
            what: 'height of a page',
            value: height,
            unit: '',
            note: route,
          }),
        ),
      ];
    } finally {
      await site.close();
    }
  },
};

/** A word has a letter or a digit. */
function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
