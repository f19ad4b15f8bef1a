import type { SiteComponent, SiteComponentHost, SiteMade, SiteProps, SiteRefusal } from 'gatehouse/sections';
import { didYouMean } from 'gatehouse/sections';
import type { DataFile } from './data.ts';

/** Reads an attribute as the document has it: its value, or what is wrong with it. */
type Attribute<Data, Value> = (written: string | undefined, name: string, data: Data) => Value | SiteRefusal;

type Attributes<Data> = Readonly<Record<string, Attribute<Data, unknown>>>;

type Values<Spec extends Attributes<never>> = {
  [Name in keyof Spec]: Exclude<ReturnType<Spec[Name]>, SiteRefusal>;
};

type Use<Spec extends Attributes<never>> = Values<Spec> & { host: SiteComponentHost };

/** A component with these attributes. */
export function defineComponent<Spec extends Attributes<undefined>>(
  attributes: Spec,
  make: (use: Use<Spec>) => SiteMade | Promise<SiteMade>,
): SiteComponent {
  return (props, host) => {
    const values = readValues(props, attributes, undefined);
    return isRefusal(values) ? values : make({ ...values, host });
  };
}

/** A component with these attributes, made from a file of reference data. */
export function defineDataComponent<Data, Spec extends Attributes<Data>>(
  file: DataFile<Data>,
  attributes: Spec,
  make: (use: Use<Spec> & { data: Data }) => SiteMade,
): SiteComponent {
  return (props, host) => {
    const data = readData(host, file);
    if (data === undefined) return createSiteRefusal(`There is no file ${file.file} to take the data from.`);
    const values = readValues(props, attributes, data);
    return isRefusal(values) ? values : make({ ...values, host, data });
  };
}

export function readData<Data>(host: SiteComponentHost, { file, parse }: DataFile<Data>): Data | undefined {
  return host.data(`@site/${file}`, parse);
}

/** Contents of a drawing's file, or why there is nothing to draw. */
export function defineDrawable<Data extends object>(
  file: string,
  read: Data | string | undefined,
): Data | SiteRefusal {
  if (read === undefined) return createSiteRefusal(`There is no file ${file}.`);
  return typeof read === 'string' ? createSiteRefusal(`${file} cannot be drawn. ${read}`) : read;
}

function readValues<Data, Spec extends Attributes<Data>>(
  props: SiteProps,
  attributes: Spec,
  data: Data,
): Values<Spec> | SiteRefusal {
  const attributeNames = Object.keys(attributes);
  // A mistyped attribute is named before anything is made of the others.
  const unknown = Object.keys(props).find((name) => !attributeNames.includes(name));
  if (unknown !== undefined)
    return createSiteRefusal(`It has no attribute \`${unknown}\`.${didYouMean(unknown, attributeNames)}`);
  const values: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(attributes)) {
    const value = read(props[name], name, data);
    if (isRefusal(value)) return value;
    values[name] = value;
  }
  // The attributes have just read these values, so the types fit.
  return values as Values<Spec>;
}

/** Reads a required attribute, which can be any text. */
export function readTextAttribute(value: string | undefined, name: string): string | SiteRefusal {
  return value ?? reportMissing(name);
}

export function readOptionalText(value: string | undefined): string | undefined {
  return value;
}

/** Name of a file without its ending. */
export function readFileName(value: string | undefined, name: string): string | SiteRefusal {
  if (value === undefined) return reportMissing(name);
  return /^[\w-]+$/.test(value)
    ? value
    : createSiteRefusal(`"${value}" isn't a valid file name: use letters, digits and dashes only.`);
}

/** A heading level. */
export function createLevelAttribute(defaultLevel: number): Attribute<unknown, number> {
  return (value) => {
    if (value === undefined) return defaultLevel;
    return /^[2-5]$/.test(value)
      ? Number(value)
      : createSiteRefusal(`The level "${value}" isn't one of 2 to 5.`);
  };
}

/** The thing of this name: `what` is what a problem calls it. */
export function createItemAttribute<Data, Item extends { id: string }>(
  what: string,
  items: (data: Data) => readonly Item[],
  namesOf: (item: Item) => readonly string[] = ({ id }) => [id],
): Attribute<Data, Item> {
  return (value, attribute, data) => {
    if (value === undefined) return reportMissing(attribute);
    const knownItems = items(data);
    const matchingItem = knownItems.find((candidate) => namesOf(candidate).includes(value));
    return matchingItem ?? reportUnknownName(what, value, knownItems.flatMap(namesOf));
  };
}

/** The things of these groups, in the order in which they are written: `case, case-notes`. */
export function createGroupAttribute<Data, Item>(
  what: string,
  groups: (data: Data) => ReadonlyMap<string, readonly Item[]>,
  ifMissing: 'missing' | 'all' = 'missing',
): Attribute<Data, Item[]> {
  return (value, attribute, data) => {
    const knownGroups = groups(data);
    if (value === undefined)
      return ifMissing === 'all' ? [...knownGroups.values()].flat() : reportMissing(attribute);
    const groupNames = value.split(',').map((group) => group.trim());
    const unknown = groupNames.find((group) => !knownGroups.has(group));
    if (unknown !== undefined) return reportUnknownName(what, unknown, knownGroups.keys());
    return groupNames.flatMap((group) => knownGroups.get(group) ?? []);
  };
}

export function createSiteRefusal(problem: string): SiteRefusal {
  return { problem };
}

export function reportUnknownName(what: string, name: string, names: Iterable<string>): SiteRefusal {
  return createSiteRefusal(`There is no ${what} "${name}".${didYouMean(name, names)}`);
}

function reportMissing(attribute: string): SiteRefusal {
  return createSiteRefusal(`The attribute \`${attribute}\` is missing.`);
}

export function isRefusal(value: unknown): value is SiteRefusal {
  return typeof value === 'object' && value !== null && 'problem' in value;
}
