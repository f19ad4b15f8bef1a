import { findStem } from '../index/english.ts';
import type { SearchIndex } from '../index/open-index.ts';
import { createFieldMask } from '../index/postings.ts';
import { readQuestionWords } from '../index/section-table.ts';
import type { IndexView } from '../index/view.ts';
import { listForms } from '../index/words.ts';
import type { Query } from '../query/query.ts';

/** Lists the visible sections that have the query among their questions of readers. */
type AskedSections = (query: Query, context: AskedContext) => number[];

interface AskedContext {
  view: IndexView;
  /** 1 for each section that can be found. */
  visible: Uint8Array;
  /** Whether the query is a question. Other words name things, so they have to be the same to the letter. */
  isQuestion: boolean;
}

const QUESTIONS = createFieldMask('questions');
/** One or two words name a thing. They aren't a question, although an author may have listed them as one. */
const WORDS_MIN = 3;
const articles = new Set(['a', 'an', 'the']);

/**
 * Finds an authored question that a reader typed as it was written, or with other endings and articles. Its words may
 * be so common that its section isn't among the best by words: "how do I add a field".
 */
export function createAskedSections(index: SearchIndex): AskedSections {
  const { vocabulary, table, postings } = index;
  const articleNumbers = new Set([...articles].map((article) => vocabulary.findNumber(article)));

  return ({ terms, literal }, { view, visible, isQuestion }) => {
    if (terms.length < WORDS_MIN) return [];
    const typedForms = terms.flatMap(({ forms }) => forms);
    const typedStems = listStems(typedForms);
    const wordNumbers = typedStems.map(
      (stem) => new Set([vocabulary.findNumber(stem), ...vocabulary.findWordsOfStem(stem)].filter(view.has)),
    );
    const [rarest] = wordNumbers.toSorted((a, b) => countSections(a, view) - countSections(b, view));
    const sections = [...listSectionsAsking(rarest ?? new Set(), visible)];
    const isTyped = (text: string) => {
      // Signs that mean something have to be the same: `@@name` isn't `@#name`.
      if (literal !== undefined && text.toLowerCase() !== literal) return false;
      const forms = listForms(text);
      return isQuestion ? isSame(listStems(forms), typedStems) : isSame(forms, typedForms);
    };
    return sections.filter(
      (section) => mayAsk(section, wordNumbers) && index.getSection(section).questions.some(isTyped),
    );
  };

  function countSections(words: ReadonlySet<number>, view: IndexView): number {
    let sum = 0;
    for (const word of words) sum += view.getFrequency(word);
    return sum;
  }

  /** Lists the sections with one of the words in their questions. */
  function listSectionsAsking(words: ReadonlySet<number>, visibleSections: Uint8Array): Set<number> {
    const sections = new Set<number>();
    for (const word of words) {
      const end = postings.starts[word + 1] ?? 0;
      for (let at = postings.starts[word] ?? 0; at < end; at += 1) {
        const section = postings.sections[at] ?? 0;
        if (visibleSections[section] === 1 && ((postings.fields[at] ?? 0) & QUESTIONS) !== 0)
          sections.add(section);
      }
    }
    return sections;
  }

  /** Whether a question of the section has these words, without articles. Only a few such sections have to be read. */
  function mayAsk(section: number, wordNumbers: readonly ReadonlySet<number>[]): boolean {
    return readQuestionWords(table, section).some((question) => {
      let position = 0;
      for (const word of question) {
        if (articleNumbers.has(word)) continue;
        if (!wordNumbers[position]?.has(word)) return false;
        position += 1;
      }
      return position === wordNumbers.length;
    });
  }
}

function listStems(forms: readonly string[]): string[] {
  return forms.filter((form) => !articles.has(form)).map(findStem);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((stem, index) => stem === b[index]);
}
