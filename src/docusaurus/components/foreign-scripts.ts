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

/** Packages whose icons come from a server when the page is shown, with that server. */
const iconServers: Readonly<Record<string, string>> = {
  '@iconify/react': 'https://api.iconify.design',
  '@iconify-icon/react': 'https://api.iconify.design',
  'iconify-icon': 'https://api.iconify.design',
};
const packageImport = /^\s*import\b[^'"`]*["']([^"'`]+)["']/gm;
/** Matches the name of an icon in a set, such as `icon="mdi:home"`, in JSX or in compiled code. */
const namedIcon = /\bicon["']?\s*[=:]\s*\{?\s*["'`][\w-]+:[\w-]+["'`]/;

/**
 * Finds the use of icons that a package would load from its server: the import of the package, and that server. Icons
 * that are imported as data are fine.
 */
export function findForeignIcons(code: string): { packageName: string; server: string } | undefined {
  if (!namedIcon.test(code) || /\badd(?:Icon|Collection)\(/.test(code)) return undefined;
  const names = [...code.matchAll(packageImport)].map(([, name = '']) => name);
  const packageName = names.find((name) => Object.hasOwn(iconServers, name));
  const server = packageName === undefined ? undefined : iconServers[packageName];
  return packageName === undefined || server === undefined ? undefined : { packageName, server };
}
