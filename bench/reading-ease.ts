import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listTree } from '../src/build/site-checks.ts';
import { importSiteModule } from '../src/config/doors.ts';

/**
 * Prints how easy the running text of the manual's articles is to read, for each area: Flesch's reading ease, where 80
 * is easy and 60 is plain, and the words in a sentence.
 *
 *     node bench/reading-ease.ts
 *     node bench/reading-ease.ts --docs ../earlier/site/docs
 *
 * Tables, lists of steps and code don't count. `git archive <commit> site/docs | tar -x -C ../earlier` brings an
 * earlier state.
 */
const { values } = parseArgs({ options: { docs: { type: 'string', default: 'site/docs' } } });

// The modules of the site import `gatehouse/…`, which Node finds after the first of them was imported like this.
const checksDir = path.resolve(import.meta.dirname, '../site/checks');
await importSiteModule(path.join(checksDir, 'rules/reading.ts'));
const { readArticle } = await import('../site/checks/article-source.ts');
const { countSyllables, splitIntoSentences } = await import('../site/checks/rules/reading.ts');

interface AreaCounts {
  articles: number;
  sentences: number;
  words: number;
  syllables: number;
}

const countsByArea = new Map<string, AreaCounts>();
for (const name of listTree(values.docs, (folder) => folder.startsWith('_'))) {
  if (!/\.mdx?$/.test(name)) continue;
  const text = readFileSync(path.join(values.docs, name), 'utf8');
  const article = readArticle({ name: `docs/${name}`, file: name, text });
  if (article === undefined) continue;
  const sentences = splitIntoSentences(article.prose);
  const words = sentences.flatMap((sentence) => sentence.words);
  for (const area of [nameArea(name), 'all']) {
    const counts = countsByArea.get(area) ?? { articles: 0, sentences: 0, words: 0, syllables: 0 };
    counts.articles += 1;
    counts.sentences += sentences.length;
    counts.words += words.length;
    counts.syllables += words.reduce((sum, word) => sum + countSyllables(word), 0);
    countsByArea.set(area, counts);
  }
}
console.table(
  [...countsByArea].sort().map(([area, { articles, sentences, words, syllables }]) => ({
    area,
    articles,
    words,
    'words in a sentence': (words / sentences).toFixed(1),
    'reading ease': (206.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words)).toFixed(1),
  })),
);

/** `LuranaBPA/Developer Info/RESTAPI/…` is the area *Developer Info/RESTAPI*; other articles belong to their first folder. */
function nameArea(name: string): string {
  const [, area = '', part] = name.split('/');
  return part === 'RESTAPI' ? `${area}/${part}` : area;
}
