import { existsSync } from 'node:fs';
import path from 'node:path';

/** Folders and files by what imports may begin with: `@site`, and the site's own. Absolute. */
export type Aliases = Readonly<Record<string, string>>;

/** The owner's components that documents need not import; and their kinds of admonitions. */
export const MDX_COMPONENTS = 'theme:MDXComponents';
export const ADMONITION_TYPES = 'theme:Admonition/Types';

/** Code that is in a document itself and runs in the browser: see `documentCode`. */
export const documentCodeId = (file: string) => `document:${file}`;

/** Code of the owner's, or a package of theirs, that a document imports. */
export interface CodeImport {
  /** The same for every document that means the same: `/site/src/components/note`, `npm:react-player`. */
  id: string;
  /** What the bundler is to look for, beside the importing file. */
  request: string;
}

/** What its import names by a path: absolute, with what stands behind `?`; undefined for a package. */
export function importedPath(specifier: string, importer: string, aliases: Aliases): string | undefined {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) return path.join(path.dirname(importer), specifier);
  if (path.isAbsolute(specifier)) return belowRoot(specifier, aliases);
  for (const [prefix, folder] of Object.entries(aliases)) {
    if (specifier === prefix) return folder;
    const start = prefix.endsWith('/') ? prefix : `${prefix}/`;
    if (specifier.startsWith(start)) return path.join(folder, specifier.slice(start.length));
  }
  return undefined;
}

/** A path from `/` on starts at the site, or at what it serves as it is; or else where it says. */
function belowRoot(specifier: string, { '@site': siteDir }: Aliases): string {
  if (siteDir === undefined || specifier.startsWith(`${siteDir}${path.sep}`)) return specifier;
  const [file = specifier] = specifier.split('?', 1);
  const roots = [siteDir, path.join(siteDir, 'static')];
  const root = roots.find((one) => existsSync(path.join(one, file)));
  return root === undefined || existsSync(file) ? specifier : path.join(root, specifier);
}

export function codeImport(specifier: string, importer: string, aliases: Aliases): CodeImport {
  const file = importedPath(specifier, importer, aliases);
  return file === undefined ? { id: `npm:${specifier}`, request: specifier } : { id: file, request: file };
}

/** `!!raw-loader!./x.py`, `./x.py?raw`: the file is meant as text, whatever else would be made of it. */
export function rawImport(specifier: string): string | undefined {
  const parts = specifier.replace(/^-?!{0,2}/, '').split('!');
  const address = parts.at(-1) ?? '';
  const [file, query = ''] = address.split('?', 2);
  const raw = parts.slice(0, -1).some((loader) => /^raw-loader\b/.test(loader)) || /(?:^|&)raw\b/.test(query);
  return raw ? file : undefined;
}

const fileEndings =
  /\.(?:ico|jpe?g|png|gif|webp|avif|bmp|svg|woff2?|eot|ttf|otf|mp4|avi|mov|mkv|mpe?g|vob|wmv|m4v|webm|ogv|wav|mp3|m4a|aac|oga|flac|pdf|docx?|xlsx?|pptx?|zip|rar|tar|gz)$/i;

/** A picture, a download or data, which the compiler reads by itself. */
export function isFileImport(specifier: string): boolean {
  const address = specifier.slice(specifier.lastIndexOf('!') + 1).replace(/[?#].*$/, '');
  return fileEndings.test(address) || /\.(?:json|ya?ml)$/.test(address);
}

/** A module of Docusaurus by the name under which the engine has it: `@theme/Heading` for any way to say it. */
export function engineName(specifier: string): string {
  return specifier
    .replace(/^@theme-(?:original|init)\//, '@theme/')
    .replace(/^@docusaurus\/theme-(?:classic|live-codeblock|mermaid|search-algolia)\/lib\/theme\//, '@theme/')
    .replace(/^@docusaurus\/core\/lib\/client\/exports\//, '@docusaurus/')
    .replace(/^@docusaurus\/theme-common\/.*/, '@docusaurus/theme-common')
    .replace(/^@theme\/Icon\/.*/, '@theme/Icon')
    .replace(/(?:\/index)?(?:\.[jt]sx?)?$/, '');
}

/** What is said of a file that an import names and that is not there. */
export function notThere(named: string): string {
  const why = /^(?:@generated|(?:.*\/)?\.docusaurus)\//.test(named)
    ? 'a plugin makes it, and plugins make nothing here: write it into the site folder before the build'
    : 'the path starts at the folder of this file, or at `@site/`';
  return `\`${named}\` does not exist: ${why}.`;
}
