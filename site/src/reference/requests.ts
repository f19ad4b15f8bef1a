import type { SiteComponentHost, SiteProps, SiteRefusal } from 'gatehouse/sections';
import { didYouMean } from 'gatehouse/sections';

export function refusal(problem: string): SiteRefusal {
  return { problem };
}

/** The attribute, or what is missing. */
export function required(props: SiteProps, name: string): string | SiteRefusal {
  return props[name] ?? refusal(`The attribute \`${name}\` is missing.`);
}

/** Heading level from the attribute `level`. */
export function levelOf(props: SiteProps, usual: number): number | SiteRefusal {
  const { level } = props;
  if (level === undefined) return usual;
  return /^[2-5]$/.test(level) ? Number(level) : refusal(`The level "${level}" is none of 2 to 5.`);
}

/** A mistyped attribute is named before anything is made of the others. */
export function unknownProps(props: SiteProps, known: readonly string[]): SiteRefusal | undefined {
  const unknown = Object.keys(props).find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  return refusal(`It has no attribute \`${unknown}\`.${didYouMean(unknown, known)}`);
}

export function unknownName(what: string, name: string, names: Iterable<string>): SiteRefusal {
  return refusal(`There is no ${what} "${name}".${didYouMean(name, names)}`);
}

/** The data, or that it is not there. */
export function dataOf<Data>(
  host: SiteComponentHost,
  file: string,
  parse: (text: string) => Data,
): Data | SiteRefusal {
  return (
    host.data(file, parse) ?? refusal(`There is no file ${file.replace('@site/', '')} to take the data from.`)
  );
}

export function isRefusal(value: unknown): value is SiteRefusal {
  return typeof value === 'object' && value !== null && 'problem' in value;
}

/** Link to a heading of the page that documents a thing; only the words where the page does not exist. */
export function linkTo(host: SiteComponentHost, page: string, id: string, words: string): string {
  const target = host.pagePath(page);
  if (target === undefined) return words;
  if (target === host.ownPath) return `[${words}](#${id})`;
  return `[${words}](${encodeURI(target)}#${id})`;
}
