/** Matches code that creates a script element: in the DOM, in JSX, or with one of the usual helpers. */
const makesScript =
  /createElement(?:NS)?\(\s*(?:["'][^"']*["']\s*,\s*)?["']script["']|<script\b|\b(?:loadScript|useScript|useExternalScript)\(/;
const foreignAddress = /["'`]((?:https?:)?\/\/[\w.-]+\.[a-z]{2,}(?::\d+)?(?:\/[^"'`\s]*)?)["'`]/g;
/** Matches the code before a URL that is assigned to a script element. */
const givenToScript =
  /(?:\.src\s*=\s*|\bsrc\s*[:=]\s*\{?\s*|setAttribute\(\s*["']src["']\s*,\s*|(?:loadScript|useScript|useExternalScript)\(\s*)$/;

interface ForeignScript {
  /** The address, as the component's code contains it. */
  address: string;
  line: number;
}

/** Finds the scripts of other hosts that a component adds to the page. It reads the text only, so it can miss some. */
export function findForeignScripts(code: string): ForeignScript[] {
  if (!makesScript.test(code)) return [];
  return [...code.matchAll(foreignAddress)].flatMap(({ 1: address = '', index }) => {
    const before = code.slice(0, index);
    const isForScript =
      givenToScript.test(before) && !/<(?:img|iframe|video|audio|source|embed)\b[^>]*$/.test(before);
    // A URL in a constant counts if it ends like a script.
    if (!isForScript && !/\.m?js(?:[?#].*)?$/.test(address)) return [];
    return [{ address, line: before.split('\n').length }];
  });
}
