/** Stable; the server and the commands choose their answer by it. */
export type StoreErrorCode =
  | 'store-folder-missing'
  | 'store-folder-unwritable'
  | 'store-read-only'
  | 'store-locked'
  | 'store-corrupt'
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

/** The store cannot be opened, or cannot answer now. The message is for the person who runs the site. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
