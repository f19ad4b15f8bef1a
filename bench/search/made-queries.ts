import { SEARCH_QUERY_MAX_CHARACTERS } from '../../src/config/constants.ts';
import { findStem, isStopWord } from '../../src/search/index/english.ts';
import type { SearchRecord } from '../../src/search/index/record.ts';
import { listForms, splitHumps } from '../../src/search/index/words.ts';
import { createRandom, type Random } from '../../testing/random.ts';
import type { JudgedQuery } from './judge.ts';

/** A query that more places answer than this says nothing about the order of hits. */
const ANSWERS_MAX = 20;
const HEADING_WORDS_MAX = 6;
/** A word in fewer records is rare. */
const RARE = 120;
const STRANGE = 'banana umbrella penguin volcano guitar giraffe chocolate violin dinosaur spaceship'.split(
  ' ',
);
/** Headings that many pages have, whose words say nothing about a section. */
const genericHeadings = new Set(
  `parameters,request,answer,response,example,examples,errors,return value,returns,what goes wrong,
  what can go wrong,before you start,overview,see also,related,related pages,next steps,further reading`.split(
    /,\s*/,
  ),
);
const namePattern = /[A-Za-z_$]\w*(?:[a-z][A-Z]|_[A-Za-z])\w*/g;
const pathPattern = /(?:(?:GET|PUT|POST|DELETE) )?\/[a-z][\w/{}-]{4,}/g;

interface Passage {
  url: string;
  text: string;
  words: string[];
}

interface Corpus {
  headings: Passage[];
  texts: Passage[];
  /** Number of texts that contain a word. */
  frequency: Map<string, number>;
}

type Rule = (corpus: Corpus, random: Random) => { query: string; answers: Passage[] } | undefined;

/**
 * Generates queries from the records by rule, a given number of each kind, with every address that answers them by
 * the same rule. There are only two dozen judged queries of each kind, so each of them counts four points. Another
 * seed gives other queries.
 */
export function makeQueries(records: readonly SearchRecord[], each: number, seed: number): JudgedQuery[] {
  const corpus = createCorpus(records);
  const random = createRandom(seed);
  return Object.entries(rules).flatMap(([kind, rule]) => {
    const queriesByText = new Map<string, JudgedQuery>();
    while (queriesByText.size < each) {
      const { query, answers = [] } = rule(corpus, random) ?? {};
      if (query === undefined || query.length > SEARCH_QUERY_MAX_CHARACTERS) continue;
      const addresses = [...new Set(answers.map(({ url }) => url))];
      if (addresses.length > 0 && addresses.length <= ANSWERS_MAX)
        queriesByText.set(query, { kind, query, answers: addresses });
    }
    return [...queriesByText.values()];
  });
}

const rules: Record<string, Rule> = {
  prefix: ({ headings }, random) => {
    const { text } = random.pick(headings);
    const query = text
      .slice(0, Math.ceil(text.length * 0.6))
      .trim()
      .toLowerCase();
    const begins = listForms(query).join(' ');
    const answers = headings.filter(({ words }) => words.join(' ').startsWith(begins));
    return begins === '' || text.length < 5 ? undefined : { query, answers };
  },
  inflected: ({ headings }, random) => {
    const { words } = pickHeading(headings, random);
    const word = random.pick(words);
    if (isStopWord(word) || !/^[a-z]{3,}$/.test(word)) return;
    const query = words.map((other) => (other === word ? inflect(word, random) : other)).join(' ');
    return { query, answers: selectWithHeading(headings, words) };
  },
  'one-wrong-word': ({ headings }, random) => selectWithWord(headings, random.pick(STRANGE), random),
  'one-word-more': ({ headings, frequency }, random) => {
    const word = random.pick([...frequency.keys()]);
    return /^[a-z]{4,}$/.test(word) ? selectWithWord(headings, word, random) : undefined;
  },
  'one-misspelling': ({ headings }, random) => {
    const { words } = pickHeading(headings, random);
    const word = random.pick(words);
    if (!/^[a-z]{5,}$/.test(word)) return;
    const at = random.between(1, word.length - 2);
    const misspeltWord = word.slice(0, at) + word.slice(at + 1);
    const query = words.map((other) => (other === word ? misspeltWord : other)).join(' ');
    return { query, answers: selectWithHeading(headings, words) };
  },
  body: ({ texts, frequency }, random) => {
    const { text, words } = random.pick(texts);
    if (text.length < 60) return;
    const isRare = (word: string) => /^[a-z]{4,}$/.test(word) && (frequency.get(word) ?? 0) < RARE;
    const rare = [...new Set(words)].filter((word) => isRare(word) && !isStopWord(word));
    if (rare.length < 3) return;
    const chosenWords = new Set<string>();
    while (chosenWords.size < 3) chosenWords.add(random.pick(rare));
    return {
      query: rare.filter((word) => chosenWords.has(word)).join(' '),
      answers: texts.filter((passage) => [...chosenWords].every((word) => passage.words.includes(word))),
    };
  },
  identifier: ({ headings }, random) => {
    const [name] = random.pick(headings).text.match(namePattern) ?? [];
    if (name === undefined) return;
    const spokenWords = name
      .split('_')
      .flatMap((part) => (splitHumps(part).length > 0 ? splitHumps(part) : [part]));
    const query = random.chance(0.3) ? spokenWords.join(' ').toLowerCase() : name;
    return {
      query,
      answers: headings.filter(({ text }) =>
        [...text.matchAll(namePattern)].some(([matchedName]) => matchedName === name),
      ),
    };
  },
  'path-or-code': ({ texts, headings }, random) => {
    const [path] = random.pick(texts).text.match(pathPattern) ?? [];
    if (path === undefined) return;
    const answers = [...texts, ...headings].filter(({ text }) =>
      text.toLowerCase().includes(path.toLowerCase()),
    );
    return { query: path, answers };
  },
};

function createCorpus(records: readonly SearchRecord[]): Corpus {
  const createPassage = (url: string, text: string): Passage => ({ url, text, words: listForms(text) });
  const headings: Passage[] = [];
  const texts: Passage[] = [];
  for (const { type, url, hierarchy, content, code } of records) {
    if (type === 'content') {
      if (!code) texts.push(createPassage(url, content ?? ''));
      continue;
    }
    const heading = createPassage(url, Object.values(hierarchy).findLast((text) => text !== null) ?? '');
    if (heading.words.length > 0 && !genericHeadings.has(heading.text.toLowerCase())) headings.push(heading);
  }
  const frequency = new Map<string, number>();
  for (const { words } of texts)
    for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return { headings, texts, frequency };
}

function pickHeading(headings: readonly Passage[], random: Random): Passage {
  const heading = random.pick(headings);
  return heading.words.length <= HEADING_WORDS_MAX ? heading : pickHeading(headings, random);
}

function selectWithWord(headings: readonly Passage[], word: string, random: Random) {
  const { words } = pickHeading(headings, random);
  const query = words.toSpliced(random.between(0, words.length), 0, word).join(' ');
  return { query, answers: selectWithHeading(headings, words) };
}

/** Finds headings that contain all of these words, in any inflected form. */
function selectWithHeading(headings: readonly Passage[], words: readonly string[]): Passage[] {
  const stems = words.map(findStem);
  return headings.filter((heading) => {
    const headingStems = new Set(heading.words.map(findStem));
    return stems.every((stem) => headingStems.has(stem));
  });
}

/** Returns another inflection, as a reader might type it. It may not exist in English. */
function inflect(word: string, random: Random): string {
  const cutEnd = (cut: number) => word.slice(0, -cut);
  if (word.endsWith('ing')) return random.pick([cutEnd(3), `${cutEnd(3)}ed`]);
  if (word.endsWith('ies')) return `${cutEnd(3)}y`;
  if (/(?:ss|sh|ch|x)$/.test(word)) return `${word}es`;
  if (word.endsWith('s')) return cutEnd(1);
  if (word.endsWith('ed')) return `${cutEnd(2)}ing`;
  if (word.endsWith('e')) return random.pick([`${word}s`, `${cutEnd(1)}ing`, `${word}d`]);
  if (/[^aeiou]y$/.test(word)) return `${cutEnd(1)}ies`;
  return random.pick([`${word}s`, `${word}ing`, `${word}ed`]);
}
