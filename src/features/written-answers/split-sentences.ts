/** A sentence as the model wrote it, with its citations. */
export interface WrittenSentence {
  text: string;
  /** Whether it begins a line. */
  beginsLine: boolean;
}

/** Splits a text that arrives in pieces into sentences. */
interface SentenceStream {
  /** Adds text, and returns the sentences that are complete now. */
  add(text: string): WrittenSentence[];
  /** Returns the rest. */
  end(): WrittenSentence[];
}

/** Marks of lists and quotations at the beginning of a line. */
const lineMark = /^\s*(?:(?:[-*•>]|#{1,6}|\d{1,2}[.)])\s+)+/;
/** Citations at the beginning of what follows a sentence belong to that sentence. */
const leadingCitations = /^(?:\s*\[\d+(?:\s*,\s*\d+)*\])+[.!?]?\s*/;
/** The bracket of a citation would otherwise belong to the sentence before it, and its number to the next one. */
const bracketAfterEnd = /([.!?…。！？])\[(?=\d)/g;
/** Abbreviations that the segmenter may take for the end of a sentence. */
const endsAbbreviated =
  /(?:^|[\s(])(?:e\.g|i\.e|mr|mrs|ms|dr|no|nr|fig|vs|approx|sr|sra|p\. ?ej|núm|pág|z\. ?b|bzw|usw|p\. ?ex)\.\s*$/iu;

/** @param language BCP 47 tag, which decides where sentences end. */
export function createSentenceStream(language: string): SentenceStream {
  const segmenter = createSegmenter(language);
  let line = '';
  /** Sentences of the current line that were returned already. */
  let returnedLength = 0;

  function splitLine(): string[] {
    const sentences: string[] = [];
    for (const { segment } of segmenter.segment(
      line.replace(lineMark, '').replace(bracketAfterEnd, '$1 ['),
    )) {
      const before = sentences.at(-1);
      const citations = before === undefined ? undefined : leadingCitations.exec(segment)?.[0];
      const isContinued = before !== undefined && endsAbbreviated.test(before);
      if (before !== undefined && isContinued) sentences[sentences.length - 1] = before + segment;
      else if (before !== undefined && citations !== undefined) {
        sentences[sentences.length - 1] = before + citations;
        const rest = segment.slice(citations.length);
        if (rest !== '') sentences.push(rest);
      } else sentences.push(segment);
    }
    return sentences;
  }

  function take(sentences: readonly string[]): WrittenSentence[] {
    const complete = sentences
      .map((text, index) => ({ text: text.trim(), beginsLine: index === 0 }))
      .slice(returnedLength)
      .filter(({ text }) => text !== '');
    returnedLength = Math.max(returnedLength, sentences.length);
    return complete;
  }

  return {
    add(text) {
      const complete: WrittenSentence[] = [];
      const [first = '', ...nextLines] = text.split(/\r\n|\n|\r/);
      line += first;
      for (const next of nextLines) {
        complete.push(...take(splitLine()));
        line = next;
        returnedLength = 0;
      }
      const sentences = splitLine();
      // The last sentence may go on, and what looks like the next one may be its citation, or no sentence at all.
      const isNextCertain = /^[^[\]]*\p{L}/u.test(sentences.at(-1) ?? '');
      complete.push(...take(sentences.slice(0, isNextCertain ? -1 : -2)));
      return complete;
    },
    end: () => take(splitLine()),
  };
}

function createSegmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    // The tag came from a request, and isn't well-formed.
    return new Intl.Segmenter('en', { granularity: 'sentence' });
  }
}
