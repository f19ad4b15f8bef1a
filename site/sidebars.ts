import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the sidebar from two sources: `docs/_data/categories.json` names the categories and their order,
 * and each document's `sidebar_position` gives its place among the documents and categories of its category.
 * A category without a document, in it or below it, is left out until it has one.
 */
interface CategoryPlan {
  slug: string;
  label: string;
  parent: string | null;
  position: number;
  description: string;
  /** Whether its entries are visible before readers open it. */
  isOpen?: boolean;
  /** Prefixes of document ids in this category. The longest matching prefix decides. */
  holds: string[];
}

interface CategoryItem {
  type: 'category';
  label: string;
  /** On the category's card. */
  description: string;
  link: { type: 'generated-index'; slug: string; description: string };
  collapsed?: false;
  items: Item[];
}

type Item = string | CategoryItem;

const docsDir = fileURLToPath(new URL('docs', import.meta.url));

const plans: CategoryPlan[] = JSON.parse(readFileSync(join(docsDir, '_data/categories.json'), 'utf8'));

const documents = readdirSync(docsDir, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.mdx?$/.test(file) && !/(^|\/)_/.test(file))
  .map((file) => {
    const id = file.replace(/\.mdx?$/, '');
    return { id, category: findCategory(id), position: readPosition(file) };
  });

function findCategory(id: string): string | undefined {
  const claims = plans.flatMap((plan) => plan.holds.map((start) => ({ slug: plan.slug, start })));
  const matchingClaims = claims.filter(({ start }) => id.startsWith(start));
  return matchingClaims.sort((a, b) => b.start.length - a.start.length)[0]?.slug;
}

function readPosition(file: string): number {
  const frontMatter = readFileSync(join(docsDir, file), 'utf8').split(/^---$/m, 2)[1] ?? '';
  const position = /^sidebar_position:\s*([\d.]+)/m.exec(frontMatter)?.[1];
  return position === undefined ? Number.POSITIVE_INFINITY : Number(position);
}

function listChildren(slug: string | null): Item[] {
  const categories = plans
    .filter((plan) => plan.parent === slug)
    .map((plan) => ({ name: plan.slug, position: plan.position, item: categoryItem(plan) }))
    .filter(({ item }) => item.items.length > 0);
  const articles = documents
    .filter(({ category }) => category === (slug ?? undefined))
    .map(({ id, position }) => ({ name: id, position, item: id }));
  return [...categories, ...articles]
    .sort((a, b) => a.position - b.position || (a.name < b.name ? -1 : 1))
    .map(({ item }): Item => item);
}

function categoryItem({ slug, label, description, isOpen }: CategoryPlan): CategoryItem {
  const link = { type: 'generated-index', slug: `/category/${slug}`, description } as const;
  return {
    type: 'category',
    label,
    description,
    link,
    ...(isOpen && { collapsed: false }),
    items: listChildren(slug),
  };
}

/** The documentation opens with the first document of the first sidebar; a document belongs to its last one. */
export default {
  start: ['LuranaBPA/AdvancedDesign/DependentFields/Overview'],
  tutorialSidebar: listChildren(null),
};
