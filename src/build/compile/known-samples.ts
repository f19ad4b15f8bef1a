import type { CodeSample } from '../../markdown/context.ts';
import { highlightSample } from '../../markdown/finish/code-block.ts';
import { shortHash } from '../hashing.ts';

/** Highlighted code, as lines of HTML, by what it was made from. */
export type Samples = Readonly<Record<string, readonly string[]>>;

/**
 * What one document after the other has of samples. Most of an edited document's are those that it had before, and the
 * first of a language takes as long as fifty pages.
 */
export class KnownSamples {
  readonly #code: string;
  #known: Samples = {};
  #used: Record<string, readonly string[]> = {};

  /** `code`: key of the code that highlights. */
  constructor(code: string) {
    this.#code = code;
  }

  /** `known`: those that the next document had when it was compiled before. */
  begin(known: Samples): void {
    this.#known = known;
    this.#used = {};
  }

  /** Those that the document has. */
  get used(): Samples {
    return this.#used;
  }

  readonly highlight = async (sample: CodeSample): Promise<readonly string[]> => {
    const key = shortHash(`${this.#code}\n${sample.language}\n${sample.code}`);
    const lines = this.#known[key] ?? (await highlightSample(sample));
    this.#used[key] = lines;
    return lines;
  };
}
