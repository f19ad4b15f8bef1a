/** Fills in the `{placeholders}` of a text. Values are inserted literally: `$` has no meaning in them. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
