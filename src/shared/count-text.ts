/** Returns `one` for a count of 1, else `many` with the count in place of `{count}`. */
export function countText(count: number, one: string, many: string): string {
  return count === 1 ? one : many.replace('{count}', String(count));
}
