import { hasSameColumns } from './choose-passage.ts';
import { joinPassageText } from './compared-text.ts';
import { endsSentence } from './ends-sentence.ts';
import type { Passage, PassageSection } from './passages.ts';

/** A section of up to this many words is quoted as a whole, from the first page and from the alternative. */
export const SECTION_MAX_WORDS = { first: 150, alternative: 80 };

/** A section with the passage that answers best. All are in the order of the page. */
interface WholeSection {
  before: Passage[];
  passage: Passage;
  after: Passage[];
}

/**
 * Quotes the whole section of a passage, if it can be read at a glance: readers often need what is around the passage,
 * such as the row below it or the steps that follow. The sections below its heading follow as long as they fit, each
 * with its heading as a text. Undefined if the section is longer, or has nothing else.
 *
 * @param subsections The sections below the heading of the section, in the order of the page.
 */
export function quoteWholeSection(
  section: PassageSection,
  subsections: readonly PassageSection[],
  passage: Passage,
  maxWords: number,
): WholeSection | undefined {
  const quotedPassage = section.lists.get(passage) ?? passage;
  const shownPassages: Passage[] = [...listShown(section, quotedPassage)];
  if (countWords(shownPassages) > maxWords) return undefined;
  for (const subsection of subsections) {
    const heading: Passage = { kind: 'text', sentences: [subsection.titles.at(-1) ?? ''] };
    const passagesBelow = [heading, ...listShown(subsection)];
    if (countWords([...shownPassages, ...passagesBelow]) > maxWords) break;
    shownPassages.push(...passagesBelow);
  }
  const index = shownPassages.indexOf(quotedPassage);
  if (index < 0 || shownPassages.length < 2) return undefined;
  return {
    before: shownPassages.slice(0, index),
    passage: quotedPassage,
    after: shownPassages.slice(index + 1),
  };
}

/**
 * Quotes what fits beside a passage of a longer section: the beginning of the section, which says what it's about, and
 * what follows the passage. Undefined if the passage alone is too long.
 *
 * @param followedBy What the passage introduces. It's quoted with it.
 */
export function quotePartOfSection(
  section: PassageSection,
  passage: Passage,
  followedBy: Passage | undefined,
  maxWords: number,
): Pick<WholeSection, 'before' | 'after'> | undefined {
  // The passage may be an item of a list.
  const shownPassages = listShown(section, passage).filter((other) => other !== section.lists.get(passage));
  const index = shownPassages.indexOf(passage);
  const answer = followedBy === undefined ? [passage] : [passage, followedBy];
  if (countWords(answer) > maxWords) return undefined;
  const before = takeFitting(shownPassages.slice(0, index), answer, maxWords);
  const rest = shownPassages.slice(index + 1).filter((other) => other !== followedBy);
  const after = takeFitting(rest, [...before, ...answer], maxWords);
  return { before, after: [...answer.slice(1), ...after] };
}

/** Takes the first passages that fit beside the quoted ones. Readers would take part of a table for the whole. */
function takeFitting(
  passages: readonly Passage[],
  quotedPassages: readonly Passage[],
  maxWords: number,
): Passage[] {
  const fittingPassages: Passage[] = [];
  while (fittingPassages.length < passages.length) {
    const [first, ...rest] = passages.slice(fittingPassages.length);
    if (first === undefined) break;
    const end = rest.findIndex((other) => first.kind !== 'row' || !hasSameColumns(other, first));
    const block = [first, ...rest.slice(0, end < 0 ? undefined : end)];
    if (countWords([...quotedPassages, ...fittingPassages, ...block]) > maxWords) break;
    fittingPassages.push(...block);
  }
  return fittingPassages;
}

/** Leaves out what is in the section twice, what only names something, and the other tabs of an example. */
function listShown(
  { passages, lists, unselected }: PassageSection,
  quotedPassage?: Passage,
): readonly Passage[] {
  return passages.filter(
    (passage, index) =>
      passage === quotedPassage ||
      !(
        isLabel(passage) ||
        lists.has(passage) ||
        unselected.has(passage) ||
        repeatsEarlier(passage, passages.slice(0, index))
      ),
  );
}

/** A caption or a label isn't a sentence, and says little without what it names. */
function isLabel(passage: Passage): boolean {
  return passage.kind === 'text' && !endsSentence(passage.sentences.at(-1) ?? '');
}

/** The signature of a function is often above its parameters and below them. */
function repeatsEarlier(passage: Passage, earlierPassages: readonly Passage[]): boolean {
  return (
    passage.kind === 'code' &&
    earlierPassages.some((earlier) => earlier.kind === 'code' && earlier.code === passage.code)
  );
}

/** Counts the words of all passages, with the headings of each table once. */
export function countWords(passages: readonly Passage[]): number {
  const columns = new Set(
    passages.flatMap((passage) =>
      passage.kind === 'row' ? [passage.cells.map(({ column }) => column).join(' ')] : [],
    ),
  );
  return [...passages.map(joinPassageText), ...columns].join(' ').split(/\s+/).filter(Boolean).length;
}
