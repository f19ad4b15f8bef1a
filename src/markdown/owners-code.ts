import type { Ask } from '../docusaurus/theme/asks.ts';
import { type BlogsData, type DocsData, noFacts, type PageFacts } from '../docusaurus/theme/page-facts.ts';
import type { PropItem } from '../docusaurus/theme/sidebar-facts.ts';
import type { Aliases } from './mdx/code-imports.ts';

/** The owner's code as the compiler sees it: components and the facts that they ask for. */
export interface OwnersCode {
  /** Prefixes of import paths: `@site` and those that the site defines. */
  aliases: Aliases;
  /** Names that the owner's `MDXComponents` provide to every document. */
  globals: readonly string[];
  /** Version of a piece of code, which changes with the code. See `CodeImport`. Undefined if there is none. */
  getCodeVersion(id: string): string | undefined;
  /** Loads the code and returns its exports. Throws errors of the code. */
  loadCode(id: string): Promise<Record<string, unknown>>;
  /** Facts about the page that the code asks for. `code` is an id, or the address of a script. */
  getAsks(code: string): readonly Ask[];
  /** Texts that a document's script needs in the page, by the script's address. Scripts contain no article text. */
  getWords(island: string): readonly { key: string; words: readonly string[] }[];
  /** Facts that hooks return on the page of a document. */
  getPageFacts(docId: string): PageFacts;
  /** The sidebar around this document, with the items that all of its readers see. */
  getSidebar(docId: string): readonly PropItem[];
  /** All sidebars of the document's version by name, with the items that all of its readers see. */
  getSidebars(docId: string): Readonly<Record<string, readonly PropItem[]>>;
  /** Metadata of this document in addition to `facts`, as `useDoc` returns them. */
  getMetadata(docId: string): Readonly<Record<string, unknown>>;
  /** All documentation that every reader of this document sees. See `PageFacts`. */
  getAllDocs(docId: string): DocsData;
  /** All blogs, with the posts that every reader of this document sees. See `PageFacts`. */
  getBlogs(docId: string): BlogsData;
}

/** Owners' code of a site without code. */
export function createEmptyOwnersCode(siteDir: string): OwnersCode {
  return {
    aliases: { '@site': siteDir },
    globals: [],
    getCodeVersion: () => undefined,
    loadCode: async (id) => {
      throw new Error(`There is no ${id}.`);
    },
    getAsks: () => [],
    getWords: () => [],
    getPageFacts: () => noFacts,
    getSidebar: () => [],
    getSidebars: () => ({}),
    getMetadata: () => ({}),
    getAllDocs: () => ({}),
    getBlogs: () => ({}),
  };
}
