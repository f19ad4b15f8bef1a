/**
 * Lets work go on that nobody waits for. A rejection that nobody handles would end a server's process, so every promise
 * is awaited, returned, or given to this; `npm run check` refuses anything else (`.oxlintrc.json`).
 *
 * @example
 * setInterval(() => inBackground(flush(), (error) => log.warn({ err: error }, 'The counts are not saved.')), 60_000);
 */
export function inBackground(
  work: PromiseLike<unknown>,
  onError: (error: unknown) => void = console.error,
): void {
  work.then(undefined, onError);
}
