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
  | 'store-older'
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

/** `location`: a file or database with the tables of a release before 0.2.0, which was never published. */
export function createOlderDataError(location: string, version: number): StoreError {
  return new StoreError(
    'store-older',
    `${location} was written by a version of Gatehouse before 0.2.0 (schema ${version}). Nothing was changed. Open it with version 0.2.0 once, which upgrades it, then start this version.`,
  );
}

/** `location`: the file or database with tables of a data file that a newer version has changed. */
export function createNewerDataError(
  location: string,
  { name, migrations }: Pick<DataFile, 'name' | 'migrations'>,
  version: number,
): StoreError {
  return new StoreError(
    'store-newer',
    `${location} was written by a newer version (schema ${version} of "${name}"; this version supports up to ${migrations.length}). Nothing was changed. Start the newer version, or restore the backup from before the update.`,
  );
}
