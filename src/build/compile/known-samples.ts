import type { CodeSample } from '../../markdown/context.ts';
import { highlightSample } from '../../markdown/finish/code-block.ts';
import { computeShortHash } from '../hashing.ts';

/** Highlighted code as lines of HTML, by hash of the code. */
export type Samples = Readonly<Record<string, readonly string[]>>;

/**
 * Highlights the code of one document after another. Most samples of an edited document are unchanged, and the first
 * sample in a language takes as long as fifty pages, so earlier results are reused.
 */
export class SampleCache {
  readonly #code: string;
  #known: Samples = {};
  #used: Record<string, readonly string[]> = {};

  /** `code` is the key of the code that highlights. */
  constructor(code: string) {
    this.#code = code;
  }

  /** Starts a document. `samples` are those of its last compilation. */
  startDocument(samples: Samples): void {
    this.#known = samples;
    this.#used = {};
  }

  /** Samples of the current document. */
  get used(): Samples {
    return this.#used;
  }

  readonly highlight = async (sample: CodeSample): Promise<readonly string[]> => {
    const key = computeShortHash(`${this.#code}\n${sample.language}\n${sample.code}`);
    const lines = this.#known[key] ?? (await highlightSample(sample));
    this.#used[key] = lines;
    return lines;
  };
}
