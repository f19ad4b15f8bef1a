import { didYouMean } from './near-name.ts';
import type { Problem } from './problem.ts';
import type { ConfigCategory, ConfigItem, SidebarsConfig } from './sidebar-config.ts';
import { describeIssues, itemSchemas } from './sidebar-schema.ts';

export interface NormalizedSidebars {
  sidebars: SidebarsConfig;
  problems: Problem[];
}

/** Spells out every shorthand of a sidebars file and checks every item. */
export function normalizeSidebars(raw: unknown, file: string): NormalizedSidebars {
  const problems: Problem[] = [];
  const report = (place: string, message: string): void => {
    problems.push({ code: 'sidebars', severity: 'error', file, message: `${place}: ${message}` });
  };
  if (!isRecord(raw)) {
    const message = 'The sidebars file must export an object: a name and a list of items for each sidebar.';
    return { sidebars: {}, problems: [{ code: 'sidebars', severity: 'error', file, message }] };
  }
  const sidebars: SidebarsConfig = {};
  for (const [name, items] of Object.entries(raw)) {
    sidebars[name] = normalizeItems(items, name, report);
  }
  return { sidebars, problems };
}

type Report = (place: string, message: string) => void;

/** A list of items, or an object whose keys are categories. */
function normalizeItems(raw: unknown, place: string, report: Report): ConfigItem[] {
  if (Array.isArray(raw))
    return raw.flatMap((item, index) => normalizeItem(item, `${place}[${index}]`, report));
  if (isRecord(raw)) return categoriesOf(raw, place, report);
  report(place, 'must be a list of items.');
  return [];
}

function categoriesOf(shorthand: Record<string, unknown>, place: string, report: Report): ConfigItem[] {
  return Object.entries(shorthand).map(([label, items]) => ({
    type: 'category',
    label,
    items: normalizeItems(items, `${place}.${label}`, report),
  }));
}

function normalizeItem(raw: unknown, place: string, report: Report): ConfigItem[] {
  if (typeof raw === 'string') return [{ type: 'doc', id: raw }];
  if (!isRecord(raw)) {
    report(place, 'an item is a document id or an object.');
    return [];
  }
  if (raw.type === undefined) return categoriesOf(raw, place, report);
  if (!isItemType(raw.type)) {
    const type = String(raw.type);
    report(place, `"${type}" is not a type of sidebar item.${didYouMean(type, Object.keys(itemSchemas))}`);
    return [];
  }
  const schema = itemSchemas[raw.type];
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    for (const message of describeIssues(parsed.error, Object.keys(schema.shape))) report(place, message);
    return [];
  }
  const { key: _translation, ...item } = parsed.data;
  if (item.type !== 'category') return [compact(item)];
  const { link, items, ...category } = item;
  const children = normalizeItems(items, `${place} (${item.label})`, report);
  return [
    {
      ...compact<Omit<ConfigCategory, 'items' | 'link'>>(category),
      ...(link && { link: compact(link) }),
      items: children,
    },
  ];
}

/** Leaves out what is undefined: optional here means absent. */
function compact<Out extends object>(value: { [Key in keyof Out]: Out[Key] | undefined }): Out {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Out;
}

function isItemType(value: unknown): value is keyof typeof itemSchemas {
  return typeof value === 'string' && Object.hasOwn(itemSchemas, value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
