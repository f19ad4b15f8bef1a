/** A pattern for addresses, as in React Router 5: `/tea/:kind`, `/tea/:kind?`, `/tea/:number(\\d+)`, `*`. */
export interface RouteOptions {
  path?: string | readonly string[];
  /** Whether the pattern is for the whole address, and not only for its beginning. */
  exact?: boolean;
  /** Whether a slash at the end matters. */
  strict?: boolean;
  /** Whether upper and lower case matter. */
  sensitive?: boolean;
}

export interface RouteMatch {
  path: string;
  /** The part of the address that the pattern matches. */
  url: string;
  isExact: boolean;
  params: Readonly<Record<string, string | undefined>>;
}

/** Finds the first pattern for an address: `matchPath` of React Router 5. */
export function matchPath(
  pathname: string,
  route: string | readonly string[] | RouteOptions,
): RouteMatch | null {
  const options: RouteOptions = typeof route === 'string' || isList(route) ? { path: route } : route;
  const { path: paths = [], exact = false, strict = false, sensitive = false } = options;
  for (const path of isList(paths) ? paths : [paths]) {
    // Unless the route is strict, a slash at the end is optional.
    const { source, names } = compilePattern(strict ? path : path.replace(/\/$/, ''));
    const slash = strict ? '' : exact ? '/?' : '(?:/(?=$))?';
    const ending = exact ? '$' : source.endsWith('/') ? '' : '(?=/|$)';
    const match = new RegExp(`^${source}${slash}${ending}`, sensitive ? '' : 'i').exec(pathname);
    if (!match) continue;
    const [matchedText, ...values] = match;
    return {
      path,
      url: path === '/' && matchedText === '' ? '/' : matchedText,
      isExact: pathname === matchedText,
      params: Object.fromEntries(names.map((name, index) => [name, values[index]])),
    };
  }
  return null;
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

/** A parameter with the slash before it, its own pattern and its count, or a star. */
const PARAMETER = /(\/?):(\w+)(?:\(([^()]*)\))?([?*+])?|\*/g;

function compilePattern(path: string): { source: string; names: string[] } {
  const names: string[] = [];
  let source = '';
  let end = 0;
  for (const match of path.matchAll(PARAMETER)) {
    const [text, slash = '', name = String(names.length), writtenPattern, count = ''] = match;
    names.push(name);
    source += escapeText(path.slice(end, match.index));
    const value = text === '*' ? '.*' : (writtenPattern ?? '[^/]+');
    const values = /[*+]/.test(count) ? `${value}(?:/${value})*` : value;
    source += /[?*]/.test(count) ? `(?:${slash}(${values}))?` : `${slash}(${values})`;
    end = match.index + text.length;
  }
  return { source: source + escapeText(path.slice(end)), names };
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
