/** Digits, then separators with optional blanks around them, then something that is not a separator. */
const PREFIX = /^(?<digits>\d+)\s*[-_.]+\s*(?<rest>[^-_.\s].*)$/;
/** `2021-11-note`, `7.0-release`: a date or a version, not an order. */
const DATE_OR_VERSION = /^\d+[-_.]\d+/;

export interface PrefixedName {
  name: string;
  /** Order that the prefix asks for; absent when there is none. */
  position?: number;
}

/** `01-intro` → `intro`, 1. */
export function splitNumberPrefix(name: string): PrefixedName {
  const parts = DATE_OR_VERSION.test(name) ? undefined : PREFIX.exec(name)?.groups;
  if (parts?.digits === undefined || parts.rest === undefined) return { name };
  return { name: parts.rest, position: Number.parseInt(parts.digits, 10) };
}

/** The same for every segment of a folder's path. */
export function stripPathPrefixes(folder: string): string {
  return folder
    .split('/')
    .map((segment) => splitNumberPrefix(segment).name)
    .join('/');
}
