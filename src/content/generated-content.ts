/** Content that is generated from other files of a site, such as OpenAPI files, and stored outside of its folders. */
export interface GeneratedContent {
  /** Folder with the generated documents of a docs folder. It may not exist. */
  findDir(docsDir: string): string;
  /** Folders with generated stand-alone pages. */
  pageDirs: readonly string[];
  /** Generated sidebars that sidebars files import: the imported path without its extension, and the file. */
  sidebars: ReadonlyMap<string, string>;
  /** Folders with generated posts, by the id of their blog. */
  blogDirs: ReadonlyMap<string, string>;
}
