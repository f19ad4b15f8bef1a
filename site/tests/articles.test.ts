import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { readSite } from '../../src/content/read-site.ts';
import type { SidebarItem, Site } from '../../src/model/site.ts';
import categories from '../docs/_data/categories.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
let site: Site;

beforeAll(async () => {
  const docsDir = path.join(root, 'site/docs');
  const read = await readSite({ docsDir, docsHome: path.join(root, 'site') });
  expect(read.problems).toEqual([]);
  site = read.site;
});

test('every article is in the sidebar exactly once', () => {
  const places = listItems(site).flatMap((item) => ('docId' in item && item.docId ? [item.docId] : []));
  expect(places.sort()).toEqual(site.docs.map(({ id }) => id).sort());
});

test('every article has a title, a description of 50 to 160 characters and a position', () => {
  const incomplete = site.docs.filter(({ frontMatter, description, sidebarPosition }) => {
    const length = description.length;
    return !frontMatter.title || length < 50 || length > 160 || sidebarPosition === undefined;
  });
  expect(incomplete.map(({ file }) => file)).toEqual([]);
});

test('a category page has the address, label and description of the plan, and is never empty', () => {
  const plans = new Map(categories.map((plan) => [`/docs/category/${plan.slug}`, plan]));
  for (const { path: address, label, description, items } of site.categories) {
    expect({ address, label, description }).toEqual({
      address,
      label: plans.get(address)?.label,
      description: plans.get(address)?.description,
    });
    expect(items).not.toEqual([]);
  }
});

test('a category lists its articles and categories under positions of their own', () => {
  const positions = new Map<string, number | undefined>([
    ...site.docs.map((doc) => [doc.path, doc.sidebarPosition] as const),
    ...categories.map((plan) => [`/docs/category/${plan.slug}`, plan.position] as const),
  ]);
  for (const { label, items } of site.categories) {
    const usedPositions = items.map((item) =>
      'href' in item && item.href ? positions.get(item.href) : undefined,
    );
    expect({ label, taken: [...new Set(usedPositions)] }).toEqual({ label, taken: usedPositions });
  }
});

test('the documentation opens with the overview of dependent fields', () => {
  expect(site.version.mainDocId).toBe('LuranaBPA/AdvancedDesign/DependentFields/Overview');
});

function listItems({ sidebars }: Site): SidebarItem[] {
  const flattenItems = (items: SidebarItem[]): SidebarItem[] =>
    items.flatMap((item) => (item.type === 'category' ? [item, ...flattenItems(item.items)] : [item]));
  return flattenItems(sidebars.tutorialSidebar ?? []);
}
