import { existsSync } from 'node:fs';
import path from 'node:path';
import { decodeUrl } from '../../shared/decode.ts';
import { pathFrom } from '../../shared/file-paths.ts';

/** What has moved, when all of it is where it is to be. */
export interface Moves {
  /** Absolute file as it was → as it is. */
  files: ReadonlyMap<string, string>;
  /** Page as it was → as it is; those that stayed are not in it. */
  addresses: ReadonlyMap<string, string>;
  /** Page of each document as it was, by its file as it was. */
  pages: ReadonlyMap<string, string>;
  /** Every page as it was. */
  routes: ReadonlySet<string>;
  /**
   * Id of a document as it was → as it is, where it is another one, in the version that a file belonged to. Without a
   * file: in the version that most readers mean, as the configuration does.
   */
  idsAt(file?: string): ReadonlyMap<string, string>;
  siteDir: string;
  /** Folders that addresses of files may start from, besides the site folder. */
  roots: readonly string[];
}

/** Whether there was such a file before, and where it is now. */
export function fileNow({ files }: Pick<Moves, 'files'>, before: string): string | undefined {
  const moved = files.get(before);
  if (moved !== undefined) return moved;
  const isNew = [...files.values()].includes(before);
  return !isNew && existsSync(before) ? before : undefined;
}

export function relativeLink(from: string, to: string): string {
  const relative = pathFrom(path.dirname(from), to);
  return relative.startsWith('../') ? relative : `./${relative}`;
}

/** `/docs/old#part` → `/docs/new#part`; nothing for what has not moved. */
export function addressNow({ addresses }: Pick<Moves, 'addresses'>, written: string): string | undefined {
  const [, page = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(written) ?? [];
  const plain = decodeUrl(page);
  const isSlashed = plain.length > 1 && plain.endsWith('/');
  const now =
    addresses.get(plain) ?? (isSlashed ? addresses.get(plain.slice(0, -1)) : addresses.get(`${plain}/`));
  if (now === undefined) return undefined;
  // As it was written: encoded or not.
  return (plain === page ? now : encodeURI(now)) + rest;
}
