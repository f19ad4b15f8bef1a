import type { DataFile } from './data-file.ts';

/** Stable codes: the server and the commands choose their response by them. */
export type StoreErrorCode =
  | 'store-folder-missing'
  | 'store-folder-unwritable'
  | 'store-read-only'
  | 'store-locked'
  | 'store-corrupt'
  | 'store-lost'
  | 'store-not-a-database'
  | 'store-foreign'
  | 'store-newer'
  | 'store-full'
  | 'store-unreachable'
  | 'store-wrong-password'
  | 'store-wrong-database'
  | 'store-forbidden'
  | 'store-unsupported'
  | 'store-unavailable';

/** The store can't be opened or can't answer now. The message tells the administrator what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** `location`: the file or database with tables of a data file that a newer version has changed. */
export function newerDataError(
  location: string,
  { name, migrations }: Pick<DataFile, 'name' | 'migrations'>,
  version: number,
): StoreError {
  return new StoreError(
    'store-newer',
    `${location} was written by a newer version (schema ${version} of "${name}"; this version supports up to ${migrations.length}). Nothing was changed. Start the newer version, or restore the backup from before the update.`,
  );
}
