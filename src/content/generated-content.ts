/** Content of a site that is made from other files of it, and lies outside of its folders. */
export interface GeneratedContent {
  /** The folder that lies over a docs folder. There may be none. */
  dirOf(docsDir: string): string;
  /** Stand-alone pages, likewise. */
  pagesDir: string;
  /** Parts of sidebars that sidebars files import: the path that they name, without its ending, and the file there. */
  sidebars: ReadonlyMap<string, string>;
}
