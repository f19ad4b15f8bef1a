import { suggestOtherCase } from './path-on-disk.ts';

/**
 * Explains that an imported file doesn't exist. A build and the report of `adopt` say it with these words.
 * `specifier` is the import as it's written, and `files` are the absolute paths that it can mean.
 */
export function explainMissingFile(specifier: string, files: readonly string[]): string {
  const why = /^(?:@generated|(?:.*\/)?\.docusaurus)\//.test(specifier)
    ? "Docusaurus or one of its plugins generates it, and the engine doesn't provide this one. Write the file into the site folder before the build"
    : specifier.startsWith('/')
      ? "it's neither in a static folder nor in the site folder"
      : 'paths start at the folder of this file, or at `@site/`';
  return `\`${specifier}\` doesn't exist: ${why}.${suggestOtherCase(specifier, files)}`;
}

/** Explains that the Markdown file that a document imports doesn't exist. `name` is its path from the site folder. */
export function explainMissingMarkdown(name: string, file: string): string {
  return `The imported file ${explainMissingFile(name, [file])}`;
}
