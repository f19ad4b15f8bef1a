/** PostgreSQL keeps no NUL in a text. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\u{FFFD}');
}
