/** `one`, or `many` with the number in place of its `{count}`. */
export function countText(count: number, one: string, many: string): string {
  return count === 1 ? one : many.replace('{count}', String(count));
}
