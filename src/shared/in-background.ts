/**
 * Runs work without waiting for it, and handles its error. An unhandled rejection would end the server's process, so every
 * promise must be awaited, returned or passed to this function. `npm run check` enforces that (`.oxlintrc.json`).
 *
 * @example
 * setInterval(() => runInBackground(flush(), (error) => log.warn({ err: error }, 'The counts aren't saved.')), 60_000);
 */
export function runInBackground(
  work: PromiseLike<unknown>,
  onError: (error: unknown) => void = console.error,
): void {
  work.then(undefined, onError);
}
