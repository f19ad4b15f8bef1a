import { existsSync } from 'node:fs';
import path from 'node:path';
import { toCanonicalText } from '../../../shared/canonical-text.ts';
import { decodeUrl } from '../../../shared/decode.ts';
import { formatPathFrom } from '../../../shared/file-paths.ts';
import { findPathOnDisk, hasOneForm } from '../../../shared/path-on-disk.ts';

/** Everything that moved, described once the files are in their new places. */
export interface Moves {
  /** Old absolute path to new absolute path. */
  files: ReadonlyMap<string, string>;
  /** Old address of a page to its new address. Pages that keep their address aren't included. */
  addresses: ReadonlyMap<string, string>;
  /** Old path of each document to the old address of its page. */
  pages: ReadonlyMap<string, string>;
  /** The old addresses of all pages. */
  routes: ReadonlySet<string>;
  /**
   * Maps old ids to new ids in the version that `file` belonged to. Ids that stay the same aren't included. Without a
   * file, returns those of the version that most readers see, which the configuration refers to as well.
   */
  listIdsAt(file?: string): ReadonlyMap<string, string>;
  siteDir: string;
  /** Folders that paths of files may start from, besides the site folder. */
  roots: readonly string[];
}

/** The new path of a file that existed before the move. Undefined if it didn't exist. */
export function findNewFile({ files }: Pick<Moves, 'files'>, before: string): string | undefined {
  const movedPath = files.get(before) ?? findMovedInOtherForm(files, before);
  if (movedPath !== undefined) return movedPath;
  const pathOnDisk = findPathOnDisk(before);
  const isNew = [...files.values()].includes(pathOnDisk);
  return !isNew && existsSync(pathOnDisk) ? pathOnDisk : undefined;
}

/** Finds a moved file whose name had the other Unicode form. */
function findMovedInOtherForm(files: Moves['files'], before: string): string | undefined {
  if (hasOneForm(before)) return undefined;
  const name = toCanonicalText(before);
  for (const [oldFile, newFile] of files) if (toCanonicalText(oldFile) === name) return newFile;
  return undefined;
}

export function computeRelativeLink(from: string, to: string): string {
  const relativePath = formatPathFrom(path.dirname(from), to);
  return relativePath.startsWith('../') ? relativePath : `./${relativePath}`;
}

/** `/docs/old#part` → `/docs/new#part`. Undefined for a page that hasn't moved. */
export function findNewAddress({ addresses }: Pick<Moves, 'addresses'>, address: string): string | undefined {
  const [, page = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  const decodedPage = toCanonicalText(decodeUrl(page));
  const endsWithSlash = decodedPage.length > 1 && decodedPage.endsWith('/');
  const newAddress =
    addresses.get(decodedPage) ??
    (endsWithSlash ? addresses.get(decodedPage.slice(0, -1)) : addresses.get(`${decodedPage}/`));
  if (newAddress === undefined) return undefined;
  // Encoded only if the author wrote it encoded.
  return (decodeUrl(page) === page ? newAddress : encodeURI(newAddress)) + rest;
}
