import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseGeneratedName } from '../../docusaurus/theme/generated-names.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { type Aliases, listImportRoots } from '../../shared/import-roots.ts';
import { isMediaFile } from '../../shared/media-files.ts';
import { findPathOnDisk } from '../../shared/path-on-disk.ts';
import { compileRest, holdsSite, listPatternFiles, splitPathPattern } from '../../shared/path-pattern.ts';
import type { SiteBoundary } from '../../shared/site-boundary.ts';

export type { Aliases };

/** The owner's components that documents need not import, their kinds of admonitions, and what draws all of these. */
export const MDX_COMPONENTS = 'theme:MDXComponents';
export const ADMONITION_TYPES_ID = 'theme:Admonition/Types';
export const ADMONITION_ID = 'theme:Admonition';

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

/**
 * Resolves an import by path to an absolute path with its query, as the file is named on disk. Undefined for a package.
 */
export function resolveImportPath(specifier: string, importer: string, aliases: Aliases): string | undefined {
  const target = resolveWrittenPath(specifier, importer, aliases);
  if (target === undefined) return undefined;
  const [file = '', ...query] = target.split('?');
  return [findPathOnDisk(file), ...query].join('?');
}

function resolveWrittenPath(specifier: string, importer: string, aliases: Aliases): string | undefined {
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
  const isPresent = (candidate: string) => existsSync(findPathOnDisk(candidate));
  const root = listImportRoots(aliases).find((folder) => isPresent(path.join(folder, file)));
  return root === undefined || isPresent(file) ? specifier : path.join(root, specifier);
}

export function createCodeImport(specifier: string, importer: string, aliases: Aliases): CodeImport {
  const file = resolveImportPath(specifier, importer, aliases);
  return file === undefined ? { id: `npm:${specifier}`, request: specifier } : { id: file, request: file };
}

/**
 * Files that a document may load by a path of which it knows only a part, by the paths that mean them, all absolute.
 * Empty if the path names no folder of the site.
 */
export function listFilesOfPattern(
  pattern: string,
  importer: string,
  aliases: Aliases,
  { siteDir, boundary }: { siteDir: string; boundary: SiteBoundary },
): Map<string, string> {
  const parts = splitPathPattern(pattern);
  const folder = parts && resolveImportPath(parts.folder, importer, aliases);
  if (folder === undefined || holdsSite(folder, siteDir)) return new Map();
  const filter = {
    folder: path.resolve(folder),
    isDeep: true,
    source: compileRest(parts?.rest ?? ''),
    flags: '',
  };
  return new Map(
    [...listPatternFiles(filter, boundary)].map(([request, name]) => [
      path.join(folder, request),
      path.join(folder, name),
    ]),
  );
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

/** Whether the compiler reads this file itself: an image, a download or data. */
export function isFileImport(specifier: string): boolean {
  const address = specifier.slice(specifier.lastIndexOf('!') + 1).replace(/[?#].*$/, '');
  return isMediaFile(address) || /\.(?:json|ya?ml)$/.test(address);
}

/** The engine's name of a Docusaurus module: `@theme/Heading` for every way to import it. */
export function toEngineName(specifier: string): string {
  return specifier
    .replace(/^@theme-(?:original|init)\//, '@theme/')
    .replace(/^@docusaurus\/theme-(?:classic|live-codeblock|mermaid|search-algolia)\/lib\/theme\//, '@theme/')
    .replace(/^@docusaurus\/core\/lib\/client\/exports\//, '@docusaurus/')
    .replace(/^@docusaurus\/theme-common\/.*/, '@docusaurus/theme-common')
    .replace(/(?:\/index)?(?:\.[jt]sx?)?$/, '');
}
