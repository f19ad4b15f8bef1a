import { levels } from '../protocol/wire.ts';
import type { Hierarchy, RecordType, SearchRecord } from './record.ts';
import { findSymbols, listForms, listOtherSpellings } from './words.ts';

/** Everything at one address: a heading and the blocks below it. It is found and ranked as a whole. */
export interface Section {
  anchor: string | null;
  /** `lvl1` to `lvl6` of the first record. */
  titles: (string | null)[];
  about: string;
  questions: string[];
  blocks: Block[];
}

/** The parts of a record that it doesn't share with its section. */
export interface Block {
  type: RecordType;
  /** `null` for a heading. */
  content: string | null;
  code: boolean;
  /** Set if they differ from those of the section, as for a second heading without its own address. */
  titles?: (string | null)[];
}

/** Groups the records of a page into sections, in the order in which their addresses first occur. */
export function groupSections(records: readonly SearchRecord[]): Section[] {
  const sections = Map.groupBy(records, ({ url }) => url);
  return [...sections.values()].flatMap((sectionRecords) => {
    const [first] = sectionRecords;
    if (!first) return [];
    const titles = listTitles(first.hierarchy);
    const blocks = sectionRecords.map(({ type, content, code, hierarchy }): Block => {
      const recordTitles = listTitles(hierarchy);
      const isOther = recordTitles.join('\n') !== titles.join('\n');
      return { type, content, code, ...(isOther && { titles: recordTitles }) };
    });
    const about = sectionRecords.map((record) => record.about).filter((text) => text !== '');
    const questions = sectionRecords.flatMap((record) => record.questions);
    return [{ anchor: first.anchor, titles, about: about.join(' \n'), questions, blocks }];
  });
}

function listTitles(hierarchy: Hierarchy): (string | null)[] {
  const titles = levels.slice(1).map((level) => hierarchy[level]);
  while (titles.length > 1 && titles.at(-1) === null) titles.pop();
  return titles;
}

/** The words of a text: the written words in their order, then other spellings that find it. */
export interface TextWords {
  writtenForms: string[];
  otherForms: string[];
}

/** The words of a section, by where they are. */
export interface SectionWords {
  heading: TextWords;
  parents: TextWords;
  about: TextWords;
  /** The words of each question. */
  questions: TextWords[];
  /** The words of each block. */
  bodies: TextWords[];
}

/** `category` is the top-level category of the page. */
export function collectSectionWords(
  { titles, about, questions, blocks }: Section,
  category: string,
  readWords: (text: string) => TextWords,
): SectionWords {
  const above = titles.filter((title) => title !== null);
  return {
    heading: readWords(above.at(-1) ?? ''),
    parents: joinTexts(above.slice(0, -1).map(readWords)),
    about: joinTexts([readWords(about), readWords(category)]),
    questions: questions.map(readWords),
    bodies: blocks.map((block) =>
      readWords(block.content ?? block.titles?.findLast((title) => title !== null) ?? ''),
    ),
  };
}

/** Splits a text into its written words and their other spellings. */
export function splitTextWords(text: string): TextWords {
  return { writtenForms: listForms(text), otherForms: [...listOtherSpellings(text), ...findSymbols(text)] };
}

/** The texts as one, so that a phrase may continue in the next one. */
export function joinTexts(texts: readonly TextWords[]): TextWords {
  return {
    writtenForms: texts.flatMap((text) => text.writtenForms),
    otherForms: texts.flatMap((text) => text.otherForms),
  };
}
