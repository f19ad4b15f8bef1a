import { toReadableError } from './reason.ts';

/**
 * The line of a module at which loading it failed: in the stack of an error that its code throws, or where the parser of
 * Node stopped. Undefined if the error names no line of this file.
 */
export function findFailureLine(thrown: unknown, file: string): number | undefined {
  const error = toReadableError(thrown);
  if (!(error instanceof Error)) return undefined;
  const words = [error.message, error.stack ?? ''].join('\n');
  // A module that is loaded again has a query behind its path.
  const afterPath = words
    .split(file)
    .slice(1)
    .map((text) => /^(?:\?[^:\s]*)?:(\d+)/.exec(text)?.[1]);
  const line =
    afterPath.find((candidate) => candidate !== undefined) ??
    /\((?<line>\d+):\d+\)/.exec(error.message)?.groups?.line;
  return line === undefined ? undefined : Number(line);
}
