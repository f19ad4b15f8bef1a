import type { z } from 'zod';
import { footerItemSchema, logoSchema, navbarItemSchema } from '../config/navigation-options.ts';
import {
  type ConfigNotes,
  defined,
  listOf,
  noInlineStyle,
  type Settings,
  settingsOf,
} from './config-notes.ts';

const keysOf = ({ shape }: z.ZodObject) =>
  Object.keys(shape).filter((key) => key !== 'type' && key !== 'attributes');
const logoKeys = keysOf(logoSchema);

export function readNavbar(source: unknown, notes: ConfigNotes): Settings {
  const at = 'themeConfig.navbar';
  const { title, logo, style, items } = notes.pick(source, at, ['title', 'logo', 'style', 'items'], {
    hideOnScroll: 'the bar stays where it is, with the search in it',
  });
  return defined({
    // Without a title only the logo is there.
    title: title ?? '',
    logo: logo === undefined ? undefined : notes.pick(logo, `${at}.logo`, logoKeys, { style: noInlineStyle }),
    style,
    items: readItems(items, `${at}.items`, notes),
  });
}

/** What an item of this type may say besides attributes; `undefined` where nobody knows the type. */
function itemKeys(type: string): readonly string[] | undefined {
  const schema = navbarItemSchema.options.find(({ shape }) => shape.type.safeParse(type).success);
  return schema && keysOf(schema);
}
const lists = ['items', 'dropdownItemsBefore', 'dropdownItemsAfter'];

function readItems(source: unknown, at: string, notes: ConfigNotes): readonly Settings[] {
  return listOf(source).flatMap<Settings>(
    (item, index) => readItem(settingsOf(item), `${at}.${index}`, notes) ?? [],
  );
}

function readItem(item: Settings, at: string, notes: ConfigNotes): Settings | undefined {
  const type = String(item.type ?? (Array.isArray(item.items) ? 'dropdown' : 'default'));
  const known = itemKeys(type);
  if (known === undefined) {
    const { label = type } = item;
    notes.find(
      'left-out',
      type,
      `the item "${label}" is drawn by a component of the site's own; make it a link or an html item`,
    );
    return undefined;
  }
  const { attributes, rest } = splitAttributes(item, known);
  const picked = notes.pick(rest, at, known, { type: '', activeClassName: '' });
  const inner = lists.flatMap((key) =>
    key in picked ? [[key, readItems(picked[key], `${at}.${key}`, notes)]] : [],
  );
  const html = ['html', 'value'].flatMap((key) =>
    key in picked ? [[key, notes.html(picked[key], `${at}.${key}`)]] : [],
  );
  return defined({ ...picked, ...Object.fromEntries([...inner, ...html]), attributes, type });
}

/** Attributes that an element may have, apart from settings. */
function splitAttributes(item: Settings, known: readonly string[]) {
  const isAttribute = ([key, value]: [string, unknown]) =>
    !known.includes(key) &&
    /^(?:aria-[a-z]+|data-[\w-]+|title|id|rel|target|download|hreflang|lang)$/i.test(key) &&
    typeof value === 'string';
  const entries = Object.entries(item);
  const attributes = Object.fromEntries(entries.filter(isAttribute)) as Record<string, string>;
  return {
    attributes: Object.keys(attributes).length > 0 ? attributes : undefined,
    rest: Object.fromEntries(entries.filter((entry) => !isAttribute(entry))),
  };
}

const footerLinkKeys = footerItemSchema.options.flatMap(keysOf);

export function readFooter(source: unknown, notes: ConfigNotes): Settings | undefined {
  if (source === undefined || source === null) return undefined;
  const at = 'themeConfig.footer';
  const { style, logo, copyright, links } = notes.pick(source, at, ['style', 'logo', 'copyright', 'links']);
  const all = listOf(links).map(settingsOf);
  const inColumns = all.some((link) => 'items' in link || 'title' in link);
  return defined({
    style,
    copyright: notes.html(copyright, `${at}.copyright`),
    logo: logo === undefined ? undefined : notes.pick(logo, `${at}.logo`, logoKeys, { style: noInlineStyle }),
    columns: inColumns
      ? all.map((column, index) => readColumn(column, `${at}.links.${index}`, notes))
      : all.length > 0
        ? [{ items: readLinks(all, `${at}.links`, notes) }]
        : [],
  });
}

function readColumn(column: Settings, at: string, notes: ConfigNotes): Settings {
  const { title, className, items } = notes.pick(column, at, ['title', 'className', 'items']);
  return defined({
    title: title ?? undefined,
    className,
    items: readLinks(listOf(items).map(settingsOf), `${at}.items`, notes),
  });
}

function readLinks(links: readonly Settings[], at: string, notes: ConfigNotes): readonly Settings[] {
  return links.map((link, index) => {
    const { attributes, rest } = splitAttributes(link, footerLinkKeys);
    const picked = notes.pick(rest, `${at}.${index}`, footerLinkKeys, {
      // Of an item of the navbar that was copied; nothing there either.
      type: '',
    });
    if (!('html' in picked)) return defined({ ...picked, attributes });
    return defined({ html: notes.html(picked.html, `${at}.${index}.html`), className: picked.className });
  });
}
