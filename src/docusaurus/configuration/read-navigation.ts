import type { z } from 'zod';
import { footerItemSchema, logoSchema, navbarItemSchema } from '../../config/navigation-options.ts';
import { type ConfigNotes, removeUndefined, type Settings, toList, toSettings } from '../config-notes.ts';

const listKeys = ({ shape }: z.ZodObject) =>
  Object.keys(shape).filter((key) => key !== 'type' && key !== 'attributes');
const logoKeys = listKeys(logoSchema);

export function readNavbar(source: unknown, notes: ConfigNotes): Settings {
  const at = 'themeConfig.navbar';
  const { title, logo, style, items } = notes.pick(source, at, ['title', 'logo', 'style', 'items'], {
    hideOnScroll: 'the navigation bar stays visible, because it contains the search',
  });
  return removeUndefined({
    // Without a title, only the logo is shown.
    title: title ?? '',
    logo: readLogo(logo, `${at}.logo`, notes),
    style,
    items: readItems(items, `${at}.items`, notes),
  });
}

function readLogo(source: unknown, at: string, notes: ConfigNotes): Settings | undefined {
  if (source === undefined) return undefined;
  const logo = notes.pick(source, at, logoKeys);
  return removeUndefined({ ...logo, style: readStyle(logo.style) });
}

/** Style properties whose plain numbers have no unit, as in React. */
const isUnitless =
  /^(?:opacity|order|z-index|zoom|line-height|font-weight|scale|flex(?:-grow|-shrink)?|-.*)$/;

/** Turns the style object of a React element into CSS: `{ maxWidth: 40 }` into `max-width: 40px`. */
function readStyle(style: unknown): string | undefined {
  const declarations = Object.entries(toSettings(style)).flatMap(([property, value]) => {
    const name = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (typeof value !== 'number' && typeof value !== 'string') return [];
    const needsUnit = typeof value === 'number' && value !== 0 && !isUnitless.test(name);
    return [`${name}: ${value}${needsUnit ? 'px' : ''}`];
  });
  return declarations.length === 0 ? undefined : declarations.join('; ');
}

/** The keys of an item of this type, without attributes. Undefined if the type is unknown. */
function listItemKeys(type: string): readonly string[] | undefined {
  const schema = navbarItemSchema.options.find(({ shape }) => shape.type.safeParse(type).success);
  return schema && listKeys(schema);
}
const itemLists = ['items', 'dropdownItemsBefore', 'dropdownItemsAfter'];

function readItems(source: unknown, at: string, notes: ConfigNotes): readonly Settings[] {
  return toList(source).flatMap<Settings>(
    (item, index) => readItem(toSettings(item), `${at}.${index}`, notes) ?? [],
  );
}

function readItem(item: Settings, at: string, notes: ConfigNotes): Settings | undefined {
  const type = String(item.type ?? (Array.isArray(item.items) ? 'dropdown' : 'default'));
  const itemKeys = listItemKeys(type);
  if (itemKeys === undefined) {
    const { label = type } = item;
    notes.addFinding(
      'left-out',
      type,
      `the item "${label}" needs a component of the theme; replace it with a link or an item of type html`,
    );
    return undefined;
  }
  const { attributes, rest } = splitAttributes(item, itemKeys);
  const options = notes.pick(rest, at, itemKeys, { type: '', activeClassName: '' });
  const inner = itemLists.flatMap((key) =>
    key in options ? [[key, readItems(options[key], `${at}.${key}`, notes)]] : [],
  );
  return removeUndefined({ ...options, ...Object.fromEntries(inner), attributes, type });
}

/** Separates HTML attributes from settings. */
function splitAttributes(item: Settings, settingKeys: readonly string[]) {
  const isAttribute = ([key, value]: [string, unknown]) =>
    !settingKeys.includes(key) &&
    /^(?:aria-[a-z]+|data-[\w-]+|title|id|rel|target|download|hreflang|lang)$/i.test(key) &&
    typeof value === 'string';
  const entries = Object.entries(item);
  const attributes = Object.fromEntries(entries.filter(isAttribute)) as Record<string, string>;
  return {
    attributes: Object.keys(attributes).length > 0 ? attributes : undefined,
    rest: Object.fromEntries(entries.filter((entry) => !isAttribute(entry))),
  };
}

const footerLinkKeys = footerItemSchema.options.flatMap(listKeys);

export function readFooter(source: unknown, notes: ConfigNotes): Settings | undefined {
  if (source === undefined || source === null) return undefined;
  const at = 'themeConfig.footer';
  const { style, logo, copyright, links } = notes.pick(source, at, ['style', 'logo', 'copyright', 'links']);
  const entries = toList(links).map(toSettings);
  const hasColumns = entries.some((link) => 'items' in link || 'title' in link);
  return removeUndefined({
    style,
    copyright,
    logo: readLogo(logo, `${at}.logo`, notes),
    columns: hasColumns
      ? entries.map((column, index) => readColumn(column, `${at}.links.${index}`, notes))
      : entries.length > 0
        ? [{ items: readLinks(entries, `${at}.links`, notes) }]
        : [],
  });
}

function readColumn(column: Settings, at: string, notes: ConfigNotes): Settings {
  const { title, className, items } = notes.pick(column, at, ['title', 'className', 'items']);
  return removeUndefined({
    title: title ?? undefined,
    className,
    items: readLinks(toList(items).map(toSettings), `${at}.items`, notes),
  });
}

function readLinks(links: readonly Settings[], at: string, notes: ConfigNotes): readonly Settings[] {
  return links.map((link, index) => {
    const { attributes, rest } = splitAttributes(link, footerLinkKeys);
    const options = notes.pick(rest, `${at}.${index}`, footerLinkKeys, {
      // Some sites copy items of the navbar here. Docusaurus ignores the type as well.
      type: '',
    });
    if (!('html' in options)) return removeUndefined({ ...options, attributes });
    return removeUndefined({ html: options.html, className: options.className });
  });
}
