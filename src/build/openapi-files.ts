import { statSync } from 'node:fs';
import path from 'node:path';
import { OPENAPI_FOLDER } from '../reference/data-files.ts';
import { listTree } from './cache/read-tree.ts';

/** The OpenAPI documents beside the docs folder, by the address where readers download them. */
export function openApiFiles(siteDir: string): [url: string, file: string][] {
  const folder = path.join(siteDir, OPENAPI_FOLDER);
  return listTree(folder)
    .filter((name) => isDocument(name))
    .map((name) => [`/${OPENAPI_FOLDER}/${name}`, path.join(folder, name)]);
}

/** The file behind an address, if it is one of them. */
export function openApiFile(siteDir: string, url: string): string | undefined {
  const [, folder, name, more] = url.split('/');
  if (folder !== OPENAPI_FOLDER || name === undefined || more !== undefined || !isDocument(name))
    return undefined;
  const file = path.join(siteDir, OPENAPI_FOLDER, name);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

function isDocument(name: string): boolean {
  return /^[\w-]+\.(?:json|ya?ml)$/.test(name);
}
