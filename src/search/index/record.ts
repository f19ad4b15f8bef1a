import type { Level } from '../protocol/wire.ts';

/** One heading, or one block of text under it: the shape of DocSearch records. All texts are plain, not HTML. */
export interface SearchRecord {
  /** The number of the record on its page and the address of the page: `3-/docs/forms`. */
  objectID: string;
  type: RecordType;
  /** The address from the root of the site, ready for `href`, with `#anchor` if there is one. */
  url: string;
  url_without_anchor: string;
  anchor: string | null;
  hierarchy: Hierarchy;
  /** The text of the block. `null` for a heading. */
  content: string | null;
  /** Words that find a page although they aren't in its text: keywords, description, sidebar label. */
  about: string;
  /** Questions that this address answers, in the readers' words. Only the first record of an address has them. */
  questions: string[];
  /** Whether the content is a code block. */
  code: boolean;
  language: string;
  docusaurus_tag: string;
}

export type RecordType = Exclude<Level, 'lvl0'> | 'content';

/** `lvl0` is the top-level category, `lvl1` the title of the page. The others are the headings above. */
export type Hierarchy = { lvl0: string; lvl1: string } & Record<
  Exclude<Level, 'lvl0' | 'lvl1'>,
  string | null
>;
