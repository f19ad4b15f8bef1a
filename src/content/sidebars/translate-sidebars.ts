import type { ProcessedItem } from './process-sidebars.ts';

/**
 * Translates the labels of sidebars. The keys are those of Docusaurus: `sidebar.guide.category.First steps`,
 * `sidebar.guide.link.Shop`, `sidebar.guide.doc.Intro`.
 */
export function translateSidebars(
  sidebars: Record<string, ProcessedItem[]>,
  translations: Readonly<Record<string, string>>,
): Record<string, ProcessedItem[]> {
  if (Object.keys(translations).length === 0) return sidebars;
  return Object.fromEntries(
    Object.entries(sidebars).map(([name, items]) => [
      name,
      items.map((item) => translateItem(item, `sidebar.${name}`, translations)),
    ]),
  );
}

function translateItem(
  item: ProcessedItem,
  sidebar: string,
  translations: Readonly<Record<string, string>>,
): ProcessedItem {
  switch (item.type) {
    case 'category': {
      const key = `${sidebar}.category.${item.key ?? item.label}`;
      const { link } = item;
      return {
        ...item,
        label: translations[key] ?? item.label,
        description: translations[`${key}.description`] ?? item.description,
        link:
          link?.type === 'generated-index'
            ? {
                ...link,
                title: translations[`${key}.link.generated-index.title`] ?? link.title,
                description: translations[`${key}.link.generated-index.description`] ?? link.description,
              }
            : link,
        items: item.items.map((child) => translateItem(child, sidebar, translations)),
      };
    }
    case 'link':
      return { ...item, label: translations[`${sidebar}.link.${item.key ?? item.label}`] ?? item.label };
    case 'doc':
    case 'ref':
      return item.label === undefined
        ? item
        : { ...item, label: translations[`${sidebar}.doc.${item.key ?? item.label}`] ?? item.label };
    case 'html':
      return item;
  }
}
