import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import type { ConfigItem, SidebarsConfig } from './sidebar-config.ts';
import { describeIssues, itemSchema, itemSchemas, withoutUndefined } from './sidebar-schema.ts';

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
  const parsed = itemSchema.safeParse(withoutUndefined(raw));
  if (!parsed.success) {
    const known = Object.keys(itemSchemas[raw.type].shape);
    for (const message of describeIssues(parsed.error, known)) report(place, message);
    return [];
  }
  const { key: _translation, ...item } = parsed.data;
  if (item.type !== 'category') return [item];
  const { link, items, ...category } = item;
  const children = normalizeItems(items, `${place} (${item.label})`, report);
  return [{ ...category, ...(link && { link }), items: children }];
}

function isItemType(value: unknown): value is keyof typeof itemSchemas {
  return typeof value === 'string' && Object.hasOwn(itemSchemas, value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
