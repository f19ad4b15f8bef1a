/** Code that makes a script element: in the DOM, in JSX, or by one of the usual helpers. */
const makesScript =
  /createElement(?:NS)?\(\s*(?:["'][^"']*["']\s*,\s*)?["']script["']|<script\b|\b(?:loadScript|useScript|useExternalScript)\(/;
const foreignAddress = /["'`]((?:https?:)?\/\/[\w.-]+\.[a-z]{2,}(?::\d+)?(?:\/[^"'`\s]*)?)["'`]/g;
/** What stands in front of an address that a script element gets. */
const givenToScript =
  /(?:\.src\s*=\s*|\bsrc\s*[:=]\s*\{?\s*|setAttribute\(\s*["']src["']\s*,\s*|(?:loadScript|useScript|useExternalScript)\(\s*)$/;

interface ForeignScript {
  /** As it is written. */
  address: string;
  line: number;
}

/** Scripts of other hosts that a component puts into the page, as far as its text shows. */
export function foreignScripts(code: string): ForeignScript[] {
  if (!makesScript.test(code)) return [];
  return [...code.matchAll(foreignAddress)].flatMap(({ 1: address = '', index }) => {
    const before = code.slice(0, index);
    const isForScript =
      givenToScript.test(before) && !/<(?:img|iframe|video|audio|source|embed)\b[^>]*$/.test(before);
    // Kept in a constant, by its ending.
    if (!isForScript && !/\.m?js(?:[?#].*)?$/.test(address)) return [];
    return [{ address, line: before.split('\n').length }];
  });
}
