import type { Root } from 'mdast';
import { parseMarkdown } from './parse.ts';

/** Some ten of the longest pages of the reference. */
const REMEMBERED_PARTS = 500;

/**
 * What the site's components made, parsed. For a compiler that meets the same document again and again, as the
 * preview does: a save changes one part of a long page, and parsing the others takes half of the time.
 */
export class ParsedParts {
  readonly #trees = new Map<string, Root>();

  /** A tree of its own for each caller, who will change it. */
  tree(markdown: string): Root {
    const tree = this.#trees.get(markdown) ?? parseMarkdown(markdown, 'mdx');
    // The parts used last stay: a Map keeps the order in which keys were added.
    this.#trees.delete(markdown);
    this.#trees.set(markdown, tree);
    if (this.#trees.size > REMEMBERED_PARTS) this.#trees.delete(this.#trees.keys().next().value ?? '');
    return structuredClone(tree);
  }
}
