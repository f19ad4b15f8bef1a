import { levels } from '../protocol/wire.ts';
import type { Hierarchy, RecordType, SearchRecord } from './record.ts';
import { formsIn, otherSpellings, symbolsOf } from './words.ts';

/** All that is under one address: a heading, and the blocks below it. It is found and weighed as a whole. */
export interface Section {
  anchor: string | null;
  /** `lvl1` to `lvl6` of its first record. */
  titles: (string | null)[];
  about: string;
  questions: string[];
  blocks: Block[];
}

/** What a record has of its own. */
export interface Block {
  type: RecordType;
  /** `null` on a heading. */
  content: string | null;
  code: boolean;
  /** Where they are not those of the section: a second heading without an address of its own. */
  titles?: (string | null)[];
}

/** The sections of a page, in the order in which their addresses first come. */
export function sectionsOf(records: readonly SearchRecord[]): Section[] {
  const sections = Map.groupBy(records, ({ url }) => url);
  return [...sections.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const titles = titlesOf(first.hierarchy);
    const blocks = own.map(({ type, content, code, hierarchy }): Block => {
      const others = titlesOf(hierarchy);
      const isOther = others.join('\n') !== titles.join('\n');
      return { type, content, code, ...(isOther && { titles: others }) };
    });
    const about = own.map((record) => record.about).filter((text) => text !== '');
    const questions = own.flatMap((record) => record.questions);
    return [{ anchor: first.anchor, titles, about: about.join(' \n'), questions, blocks }];
  });
}

function titlesOf(hierarchy: Hierarchy): (string | null)[] {
  const titles = levels.slice(1).map((level) => hierarchy[level]);
  while (titles.length > 1 && titles.at(-1) === null) titles.pop();
  return titles;
}

/** A text as words: those that are written, in their order, then other spellings under which it is found. */
export interface TextWords {
  written: string[];
  others: string[];
}

export interface SectionWords {
  heading: TextWords;
  parents: TextWords;
  about: TextWords;
  questions: TextWords;
  /** Of each block. */
  bodies: TextWords[];
}

/** `category`: the top-level one of the page. */
export function wordsOfSection(
  { titles, about, questions, blocks }: Section,
  category: string,
  wordsOf: (text: string) => TextWords,
): SectionWords {
  const above = titles.filter((title) => title !== null);
  return {
    heading: wordsOf(above.at(-1) ?? ''),
    parents: joined(above.slice(0, -1).map(wordsOf)),
    about: joined([wordsOf(about), wordsOf(category)]),
    questions: joined(questions.map(wordsOf)),
    bodies: blocks.map((block) =>
      wordsOf(block.content ?? block.titles?.findLast((title) => title !== null) ?? ''),
    ),
  };
}

export function textWords(text: string): TextWords {
  return { written: formsIn(text), others: [...otherSpellings(text), ...symbolsOf(text)] };
}

function joined(texts: readonly TextWords[]): TextWords {
  return { written: texts.flatMap((text) => text.written), others: texts.flatMap((text) => text.others) };
}
