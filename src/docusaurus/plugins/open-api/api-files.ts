import { existsSync } from 'node:fs';
import path from 'node:path';
import { MISSING_API_FILE } from '../../../config/constants.ts';
import type { OpenApiOptions } from '../../../config/open-api-options.ts';
import { formatPathFrom } from '../../../shared/file-paths.ts';
import { readFolderTree } from '../../../shared/folder-tree.ts';
import { findLineOfText } from '../../../shared/line-of-key.ts';
import type { Problem } from '../../../shared/problem.ts';

/** A configuration file that problems can name and quote. */
interface ConfigurationSource {
  /** The file's name in problems. */
  name: string;
  text: string;
}

/** Names no more addresses than this: a product can have dozens of OpenAPI files on one server. */
const NAMED_ADDRESSES_MAX = 3;

/** Reports OpenAPI files that the configuration names by a URL, all of them together. Builds fetch nothing. */
export function findRemoteApiFiles(options: OpenApiOptions, { name, text }: ConfigurationSource): Problem[] {
  const remoteFiles = [
    ...options.pageSets.map(({ specPath }) => ['specPath', specPath] as const),
    ...options.documents.map(({ spec }) => ['spec', spec] as const),
  ].filter(([, file]) => isRemoteFile(file));
  const [first] = remoteFiles;
  if (first === undefined) return [];
  const [key, address] = first;
  const line = findLineOfText(text, address) ?? findLineOfText(text, key);
  const problem = { code: 'openapi-file', severity: 'error', file: name, line } as const;
  if (remoteFiles.length === 1) {
    const message = `${key} is the address ${address}, and builds fetch nothing. Save that file in the site folder and name it there.`;
    return [{ ...problem, message }];
  }
  const addresses = remoteFiles.slice(0, NAMED_ADDRESSES_MAX).map(([, file]) => file);
  const unnamedCount = remoteFiles.length - addresses.length;
  const list =
    unnamedCount > 0 ? `${addresses.join(', ')} and ${unnamedCount} more` : addresses.join(' and ');
  const message = `${remoteFiles.length} OpenAPI files are addresses, and builds fetch nothing: ${list}. Save the files in the site folder and name them in the configuration.`;
  return [{ ...problem, message }];
}

/** Reports OpenAPI files that the configuration names and the site folder lacks, as a build does. */
export function findMissingApiFiles({ pageSets, documents }: OpenApiOptions, siteDir: string): Problem[] {
  const files = [
    ...pageSets
      .filter(({ outputDir }) => !hasApiPages(path.resolve(siteDir, outputDir)))
      .map((set) => set.specPath),
    ...documents.map(({ spec }) => spec),
  ].filter((file) => !isRemoteFile(file) && !existsSync(path.resolve(siteDir, file)));
  return [...new Set(files)].map((file) => ({
    code: 'openapi-file',
    severity: 'error',
    file: formatPathFrom(siteDir, path.resolve(siteDir, file)),
    message: MISSING_API_FILE,
  }));
}

export const isRemoteFile = (file: string) => /^[a-z][a-z\d+.-]+:/i.test(file);

/** Whether `docusaurus-plugin-openapi-docs` has written pages into a folder. It never replaces them. */
export function hasApiPages(folder: string): boolean {
  return readFolderTree(folder).files.some((file) => /\.(?:api|info|schema)\.mdx?$/.test(file));
}
