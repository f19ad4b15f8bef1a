import { askModel, type ModelApi, type TokenCount } from './ask-model.ts';
import { checkSentence } from './check-sentence.ts';
import { createSentenceStream, type WrittenSentence } from './split-sentences.ts';
import { NOT_ANSWERED, writeMessages } from './write-messages.ts';
import type { AnswerEnd, AnswerLine, CitedPassage } from './written-answer-endpoints.ts';

interface ComposeOptions {
  api: ModelApi;
  /** Passages that the reader may see. The model gets nothing else. */
  passages: readonly CitedPassage[];
  /** BCP 47 tag of the pages. */
  language: string;
  /** Ends the request at the API. */
  signal: AbortSignal;
  /** Gets each line of the answer but the last one. */
  onLine(line: AnswerLine): void;
}

/** The outcome of the request for an answer. */
export interface WrittenAnswer {
  end: AnswerEnd | 'stopped';
  /** Sentences that were left out. */
  struck: number;
  /** Number of sections that the shown sentences cite. */
  sections: number;
  tokens: TokenCount;
  /** Why the model failed, for the log. */
  reason?: string | undefined;
}

/** About as many characters are a token, for APIs that don't count. */
const CHARACTERS_PER_TOKEN = 4;

/** Has the model write an answer, and passes on each sentence that one of the passages supports. */
export async function composeAnswer(
  question: string,
  { api, passages, language, signal, onLine }: ComposeOptions,
): Promise<WrittenAnswer> {
  const noTokens = { prompt: 0, completion: 0 };
  if (passages.length === 0) return { end: 'unanswered', struck: 0, sections: 0, tokens: noTokens };
  const messages = writeMessages(question, passages);
  const sentences = createSentenceStream(language);
  const citedNumbers = new Set<number>();
  let struck = 0;
  let characters = 0;

  function pass({ text, beginsLine }: WrittenSentence): void {
    if (text.includes(NOT_ANSWERED)) return;
    const supportedSentence = checkSentence(text, passages, language);
    if (supportedSentence === undefined) {
      struck += 1;
      return;
    }
    for (const number of supportedSentence.passages) {
      const passage = passages.find((candidate) => candidate.number === number);
      if (passage !== undefined && !citedNumbers.has(number)) onLine({ passage });
      citedNumbers.add(number);
    }
    onLine({ ...supportedSentence, isNewParagraph: beginsLine });
  }

  const result = await askModel(api, messages, {
    signal,
    onText: (text) => {
      characters += text.length;
      for (const sentence of sentences.add(text)) pass(sentence);
    },
  });
  // An answer that was cut off may have lost the end of its last sentence.
  if (result.outcome === 'finished') for (const sentence of sentences.end()) pass(sentence);
  const citedPassages = passages.filter(({ number }) => citedNumbers.has(number));
  const estimate = {
    prompt: Math.ceil(JSON.stringify(messages).length / CHARACTERS_PER_TOKEN),
    completion: Math.ceil(characters / CHARACTERS_PER_TOKEN),
  };
  const finishedEnd = citedPassages.length > 0 ? 'answered' : 'unanswered';
  return {
    end: result.outcome === 'finished' ? finishedEnd : result.outcome,
    struck,
    sections: new Set(citedPassages.map(({ url }) => url)).size,
    tokens: result.tokens ?? estimate,
    reason: result.outcome === 'failed' ? result.reason : undefined,
  };
}
