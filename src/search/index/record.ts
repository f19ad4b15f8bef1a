import type { Level } from '../protocol/wire.ts';

/** One heading, or one block of text under it: the shape of DocSearch records. All texts are plain, not HTML. */
export interface SearchRecord {
  /** The record's number on its page, and the address of the page: `3-/docs/forms`. */
  objectID: string;
  type: RecordType;
  /** Address from the root of the site, ready for `href`; ends in `#anchor` where there is one. */
  url: string;
  url_without_anchor: string;
  anchor: string | null;
  hierarchy: Hierarchy;
  /** Text of the block; `null` on a heading. */
  content: string | null;
  /** Words that find a page without being on it: keywords, description, label in the sidebar. */
  about: string;
  /** What readers ask that this address answers, in their words. On the first record of an address only. */
  questions: string[];
  /** The content is a code block. */
  code: boolean;
  language: string;
  docusaurus_tag: string;
}

export type RecordType = Exclude<Level, 'lvl0'> | 'content';

/** `lvl0` is the top-level category, `lvl1` the title of the page, the others are the headings above. */
export type Hierarchy = { lvl0: string; lvl1: string } & Record<
  Exclude<Level, 'lvl0' | 'lvl1'>,
  string | null
>;
