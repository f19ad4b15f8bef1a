/** The message of an error, or the text of any other value that was thrown. */
export function describeReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
