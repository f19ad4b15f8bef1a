import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseGeneratedName } from '../../docusaurus/theme/generated-names.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { type Aliases, listImportRoots } from '../../shared/import-roots.ts';

export type { Aliases };

/** The owner's components that documents need not import, and their kinds of admonitions. */
export const MDX_COMPONENTS = 'theme:MDXComponents';
export const ADMONITION_TYPES_ID = 'theme:Admonition/Types';

/** Id of a component that the site puts around its pages, such as `Root`. */
export const toWrapperId = (name: string) => `${WRAPPER}${name}`;
export const isWrapperId = (id: string) => id.startsWith(WRAPPER);
const WRAPPER = 'wrapper:';

/** Id of code in a document itself that runs in the browser. See `extractDocumentCode`. */
export const toDocumentCodeId = (file: string) => `document:${file}`;

/** Code of the owner, or a package, that a document imports. */
export interface CodeImport {
  /** Id of the code, equal in every document that imports it: `/site/src/components/note`, `npm:react-player`. */
  id: string;
  /** The path that the bundler resolves from the importing file. */
  request: string;
}

/** Code of the site that a document or page imports. */
export interface OwnersImport {
  /** See `CodeImport`; for a page, `page:` and its file. */
  id: string;
  request: string;
  /** The file that names it: packages are resolved from here, and problems are reported here. */
  importer: string;
  /** For a page: ids of its imports, which become islands in it if they are interactive. */
  parts?: readonly string[];
}

/** Resolves an import by path to an absolute path with its query. Undefined for a package. */
export function resolveImportPath(specifier: string, importer: string, aliases: Aliases): string | undefined {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) return path.join(path.dirname(importer), specifier);
  if (path.isAbsolute(specifier)) return resolveRootPath(specifier, aliases);
  for (const [prefix, folder] of Object.entries(aliases)) {
    if (prefix.startsWith('/')) continue;
    if (specifier === prefix) return folder;
    const start = prefix.endsWith('/') ? prefix : `${prefix}/`;
    if (specifier.startsWith(start)) return path.join(folder, specifier.slice(start.length));
  }
  return undefined;
}

/** Resolves a path that starts with `/`: at a static folder, at the site folder, or as an absolute path. */
function resolveRootPath(specifier: string, aliases: Aliases): string {
  const { '@site': siteDir } = aliases;
  if (siteDir === undefined || specifier.startsWith(`${siteDir}${path.sep}`)) return specifier;
  const [file = specifier] = specifier.split('?', 1);
  const root = listImportRoots(aliases).find((folder) => existsSync(path.join(folder, file)));
  return root === undefined || existsSync(file) ? specifier : path.join(root, specifier);
}

export function createCodeImport(specifier: string, importer: string, aliases: Aliases): CodeImport {
  const file = resolveImportPath(specifier, importer, aliases);
  return file === undefined ? { id: `npm:${specifier}`, request: specifier } : { id: file, request: file };
}

/** The file of `!!raw-loader!./x.py` or `./x.py?raw`, which is imported as text. Undefined for other imports. */
export function findRawFile(specifier: string): string | undefined {
  const parts = specifier.replace(/^-?!{0,2}/, '').split('!');
  const address = parts.at(-1) ?? '';
  const [file, query = ''] = address.split('?', 2);
  const isRaw =
    parts.slice(0, -1).some((loader) => /^raw-loader\b/.test(loader)) || /(?:^|&)raw\b/.test(query);
  return isRaw ? file : undefined;
}

/**
 * The name of a file that Docusaurus generates and the engine provides: `globalData` for `@generated/globalData`,
 * `@site/.docusaurus/globalData.json` and `../../.docusaurus/globalData.json`.
 */
export function findGeneratedFile(specifier: string, importer: string, aliases: Aliases): string | undefined {
  const { '@site': siteDir } = aliases;
  const address = specifier.replace(/[?#].*$/, '');
  const file = GENERATED.test(address)
    ? path.join(siteDir ?? '', GENERATED_DIR, address.replace(GENERATED, ''))
    : resolveImportPath(address, importer, aliases);
  if (siteDir === undefined || file === undefined) return undefined;
  const name = formatPathFrom(path.join(siteDir, GENERATED_DIR), file).replace(/\.(?:json|[cm]?js)$/, '');
  return parseGeneratedName(name) ? name : undefined;
}

const GENERATED = /^@generated\//;
const GENERATED_DIR = '.docusaurus';

const fileEndings =
  /\.(?:ico|jpe?g|png|gif|webp|avif|bmp|svg|woff2?|eot|ttf|otf|mp4|avi|mov|mkv|mpe?g|vob|wmv|m4v|webm|ogv|wav|mp3|m4a|aac|oga|flac|pdf|docx?|xlsx?|pptx?|zip|rar|tar|gz)$/i;

/** Whether the compiler reads this file itself: an image, a download or data. */
export function isFileImport(specifier: string): boolean {
  const address = specifier.slice(specifier.lastIndexOf('!') + 1).replace(/[?#].*$/, '');
  return fileEndings.test(address) || /\.(?:json|ya?ml)$/.test(address);
}

/** The engine's name of a Docusaurus module: `@theme/Heading` for every way to import it. */
export function toEngineName(specifier: string): string {
  return specifier
    .replace(/^@theme-(?:original|init)\//, '@theme/')
    .replace(/^@docusaurus\/theme-(?:classic|live-codeblock|mermaid|search-algolia)\/lib\/theme\//, '@theme/')
    .replace(/^@docusaurus\/core\/lib\/client\/exports\//, '@docusaurus/')
    .replace(/^@docusaurus\/theme-common\/.*/, '@docusaurus/theme-common')
    .replace(/^@theme\/Icon\/.*/, '@theme/Icon')
    .replace(/(?:\/index)?(?:\.[jt]sx?)?$/, '');
}
