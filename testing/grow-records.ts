import type { SearchRecord } from '../src/search/index/record.ts';
import { createRandom } from './random.ts';

const SENTENCE_WORDS = 22;
const OWN_WORD_EVERY = 40;

/**
 * Creates `count` records that resemble the given ones: the words of each text follow each other as in the real texts.
 * Every page also has some rare words, as real pages do. The same seed gives the same records.
 */
export function growRecords(real: readonly SearchRecord[], count: number, seed = 1): SearchRecord[] {
  if (count <= real.length) return real.slice(0, count);
  const random = createRandom(seed);
  const follows = new Map<string, string[]>();
  const starts: string[] = [];
  for (const { content } of real) {
    const words = content?.split(/\s+/) ?? [];
    if (words[0]) starts.push(words[0]);
    words.forEach((word, index) => {
      const next = words[index + 1];
      if (next !== undefined) follows.set(word, [...(follows.get(word) ?? []), next]);
    });
  }
  const writeText = (words: number, prefix: string) => {
    let word = random.pick(starts);
    const out = [word];
    while (out.length < words) {
      const next = follows.get(word);
      word = next ? random.pick(next) : random.pick(starts);
      out.push(random.between(1, OWN_WORD_EVERY) === 1 ? `${prefix}${word.toLowerCase()}` : word);
    }
    return out.join(' ');
  };
  const syllables = [
    'ba',
    'ce',
    'di',
    'fo',
    'gu',
    'ha',
    'je',
    'ki',
    'lo',
    'mu',
    'na',
    'pe',
    'ri',
    'so',
    'tu',
    'va',
  ];
  const records = [...real];
  for (let copy = 1; records.length < count; copy += 1) {
    const toCopyPath = (address: string) => address.replace('/docs/', `/docs/${copy}/`);
    let above: SearchRecord['hierarchy'] | undefined;
    for (const record of real.slice(0, count - records.length)) {
      const prefix = random.pick(syllables) + random.pick(syllables);
      const { hierarchy, type, content } = record;
      const title = `${writeText(4, prefix)} ${copy}`;
      if (type !== 'content') {
        above = {
          ...hierarchy,
          lvl1: `${hierarchy.lvl1} ${copy}`,
          ...(type !== 'lvl1' && { [type]: title }),
        };
      }
      records.push({
        ...record,
        objectID: toCopyPath(record.objectID),
        url: toCopyPath(record.url),
        url_without_anchor: toCopyPath(record.url_without_anchor),
        hierarchy: above ?? hierarchy,
        content: content === null ? null : writeText(SENTENCE_WORDS, prefix),
      });
    }
  }
  return records;
}
