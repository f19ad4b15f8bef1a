import path from 'node:path';
import type { ApiPageSet } from '../config/open-api-options.ts';
import { toKebabCase } from '../content/documents/kebab-case.ts';
import { isRecord } from '../shared/json.ts';
import type { ApiDocument } from './api-document.ts';
import { listTagObjects, type PluginPage } from './plugin-pages.ts';
import { type JsonObject, readList, readText, readTexts } from './values.ts';

/** An item of a sidebars file. */
type SidebarItem = JsonObject & {
  type: 'doc' | 'category';
  label?: string;
  items?: readonly SidebarItem[];
};

interface SidebarSource {
  pages: readonly PluginPage[];
  apis: readonly ApiDocument[];
  options: ApiPageSet;
}

/** The sidebar that the plugin would write; undefined if the configuration has none. */
export function createPluginSidebar(source: SidebarSource): SidebarItem[] | undefined {
  const { apis, options } = source;
  const { sidebarOptions } = options;
  if (!sidebarOptions || Object.keys(sidebarOptions).length === 0 || options.schemasOnly) return undefined;
  const tags = apis.flatMap(listTagObjects);
  if (sidebarOptions.groupPathsBy === 'tag') return groupByTags(source, tags);
  if (sidebarOptions.groupPathsBy === 'tagParent') return nestTags(groupByTags(source, tags), tags, options);
  if (sidebarOptions.groupPathsBy !== 'tagGroup') return [];
  const groups = apis.flatMap((api) => readList(api.root['x-tagGroups']).filter(isRecord));
  const categories = groups.map((group): SidebarItem => {
    const members = tags.filter((tag) => readTexts(group.tags).includes(String(tag.name)));
    const items = groupByTags(source, members).filter(({ label }) => label !== 'Schemas');
    return { type: 'category', label: String(group.name), collapsible: true, collapsed: true, items };
  });
  const [schemas] = groupByTags(source, []).filter(({ label }) => label === 'Schemas');
  return schemas ? [...categories, schemas] : categories;
}

/** The part of a document's id in front of its name: its folder below the docs folder. */
function findBasePath({ outputDir, docsPath }: ApiPageSet): string {
  const folder = outputDir.replace(/\/$/, '');
  if (folder.startsWith(`${docsPath}/`)) return folder.slice(docsPath.length + 1);
  const slash = folder.indexOf('/', 1);
  return slash === -1 ? '' : folder.slice(slash).replace(/^\/+/, '');
}

function groupByTags({ pages, apis, options }: SidebarSource, tags: readonly JsonObject[]): SidebarItem[] {
  const { sidebarOptions = {}, label, showSchemas } = options;
  const { categoryLinkSource } = sidebarOptions;
  const base = findBasePath(options);
  const toDocId = (id: string) => (base === '' ? id : `${base}/${id}`);
  const fold = { collapsible: sidebarOptions.sidebarCollapsible, collapsed: sidebarOptions.sidebarCollapsed };
  const createDocItem = (page: PluginPage): SidebarItem => ({
    type: 'doc',
    id: toDocId(page.kind === 'schema' ? `schemas/${page.id}` : page.id),
    label: page.title,
    customProps: sidebarOptions.customProps,
    className: listClassNames(page),
  });
  const operations = pages.filter(({ kind }) => kind === 'api');
  const schemas = pages.filter(({ kind }) => kind === 'schema');
  const infos = pages.filter(({ kind }) => kind === 'info');
  const inUse = new Set([...operations, ...schemas].flatMap((page) => page.tags));
  const declaredTags = tags.map(({ name }) => String(name)).filter((name) => inUse.has(name));
  const names = sidebarOptions.groupPathsBy === 'tagGroup' ? declaredTags : [...declaredTags, ...inUse];
  const [onlyInfo] = infos.length === 1 ? infos : [];

  const categories = [...new Set(names)].map((name): SidebarItem => {
    const tag = tags.find((candidate) => candidate.name === name);
    const infoOfTag = infos.find(({ api }) => listTagObjects(api).some((object) => object.name === name));
    const createLink = () => {
      if (categoryLinkSource === 'auto') {
        const slug = path.posix.join(
          '/category',
          base,
          label === undefined ? '' : toKebabCase(label),
          toKebabCase(name),
        );
        return { type: 'generated-index', title: name, slug };
      }
      if (categoryLinkSource === 'tag' && tag) return { type: 'doc', id: toDocId(toKebabCase(name)) };
      if (categoryLinkSource === 'info' && infoOfTag) return { type: 'doc', id: toDocId(infoOfTag.id) };
      return undefined;
    };
    const members = [...schemas, ...operations].filter((page) => page.tags.includes(name));
    return {
      type: 'category',
      label: readText(tag?.['x-displayName']) ?? name,
      link: createLink(),
      ...fold,
      items: members.map(createDocItem),
    };
  });
  const untaggedPages = operations.filter((page) => page.tags.length === 0);
  const untaggedSchemas = schemas.filter((page) => page.tags.length === 0);
  return [
    ...(onlyInfo && categoryLinkSource !== 'info'
      ? [{ type: 'doc' as const, id: toDocId(onlyInfo.id) }]
      : []),
    ...categories.filter(({ items = [] }) => items.length > 0),
    ...(untaggedPages.length > 0
      ? [{ type: 'category' as const, label: 'UNTAGGED', ...fold, items: untaggedPages.map(createDocItem) }]
      : []),
    ...(showSchemas === true && apis.length > 0 && schemas.length > 0
      ? [{ type: 'category' as const, label: 'Schemas', ...fold, items: untaggedSchemas.map(createDocItem) }]
      : []),
  ];
}

function listClassNames({ kind, operation, isDeprecated }: PluginPage): string {
  const deprecatedClasses = isDeprecated ? ['menu__list-item--deprecated'] : [];
  if (kind === 'schema') return [...deprecatedClasses, 'schema'].join(' ');
  return [...deprecatedClasses, 'api-method', operation?.method.toLowerCase() ?? ''].join(' ');
}

/** Nests tags by their `parent`, as OpenAPI 3.2 does. */
function nestTags(
  flat: readonly SidebarItem[],
  tags: readonly JsonObject[],
  { sidebarOptions }: ApiPageSet,
): SidebarItem[] {
  const isTrailing = ({ label }: SidebarItem) => label === 'UNTAGGED' || label === 'Schemas';
  const getLabel = (tag: JsonObject) => readText(tag['x-displayName']) ?? String(tag.name);
  const placedItems = new Set<SidebarItem>();
  const nestTag = (tag: JsonObject, above: readonly unknown[]): SidebarItem[] => {
    if (above.includes(tag.name)) return [];
    const category = flat.find(
      (item) => item.type === 'category' && !isTrailing(item) && item.label === getLabel(tag),
    );
    if (category) placedItems.add(category);
    const children = tags
      .filter(({ parent }) => parent === tag.name)
      .flatMap((child) => nestTag(child, [...above, tag.name]));
    const items = [...(category?.items ?? []), ...children];
    if (items.length === 0) return [];
    const fold = {
      collapsible: sidebarOptions?.sidebarCollapsible,
      collapsed: sidebarOptions?.sidebarCollapsed,
    };
    return [
      {
        type: 'category',
        label: getLabel(tag),
        ...(category?.link ? { link: category.link } : {}),
        ...fold,
        items,
      },
    ];
  };
  const isRoot = ({ parent }: JsonObject) => !tags.some(({ name }) => name === parent);
  const roots = tags.filter(isRoot).flatMap((tag) => nestTag(tag, []));
  const leading = flat.filter(({ type }) => type === 'doc');
  const orphans = flat.filter(
    (item) => item.type === 'category' && !isTrailing(item) && !placedItems.has(item),
  );
  return [...leading, ...roots, ...orphans, ...flat.filter(isTrailing)];
}
