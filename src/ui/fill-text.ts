/** A text with its `{names}` filled in. What goes in is text as it is: `$` means nothing in it. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
