import type { Aliases } from './mdx/code-imports.ts';
import type { Ask } from './modules/asks.ts';
import { type DocsData, noFacts, type PageFacts } from './modules/page-facts.ts';
import type { PropItem } from './modules/sidebar-facts.ts';

/** What the compiler knows of the owner's code: components, and what they ask. */
export interface OwnersCode {
  /** What imports may begin with besides a dot: `@site`, and the site's own. */
  aliases: Aliases;
  /** Names that the owner's `MDXComponents` give to every document. */
  globals: readonly string[];
  /** Changes when code of the owner's does: see `CodeImport`. `undefined`: there is none. */
  codeVersion(id: string): string | undefined;
  /** Its exports. Throws what the code throws when it is loaded. */
  loadCode(id: string): Promise<Record<string, unknown>>;
  /** What it asks of the page, by id or by the address of its script. */
  asksOf(code: string): readonly Ask[];
  /** Words of a document that its script, which has none, needs in the page; by the script's address. */
  wordsOf(island: string): readonly { key: string; words: readonly string[] }[];
  /** What hooks answer on a document's page. */
  facts(docId: string): PageFacts;
  /** The sidebar around this document, as far as each of its readers sees it. */
  sidebar(docId: string): readonly PropItem[];
  /** The same of all sidebars of its version, by their names. */
  sidebars(docId: string): Readonly<Record<string, readonly PropItem[]>>;
  /** Metadata of this document besides those of `facts`, as `useDoc` has them. */
  metadata(docId: string): Readonly<Record<string, unknown>>;
  /** All documentation, as far as each reader of this document sees it: see `PageFacts`. */
  allDocs(docId: string): DocsData;
}

/** Of a site that has no code. */
export function withoutCode(siteDir: string): OwnersCode {
  return {
    aliases: { '@site': siteDir },
    globals: [],
    codeVersion: () => undefined,
    loadCode: async (id) => {
      throw new Error(`There is no ${id}.`);
    },
    asksOf: () => [],
    wordsOf: () => [],
    facts: () => noFacts,
    sidebar: () => [],
    sidebars: () => ({}),
    metadata: () => ({}),
    allDocs: () => ({}),
  };
}
