import type { ApiPageSet } from '../config/open-api-options.ts';
import { kebabCase } from '../content/kebab-case.ts';
import type { ApiDocument } from './api-document.ts';
import { type Operation, operationsOf, tagsOf } from './operations.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf, textsOf } from './values.ts';

/** A page that `docusaurus-plugin-openapi-docs` would generate, with the names that it gives. */
export interface PluginPage {
  kind: 'info' | 'api' | 'tag' | 'schema';
  /** Of its document, which is its file name too. */
  id: string;
  title: string;
  description: string;
  /** The description that it is made from. */
  api: ApiDocument;
  operation?: Operation;
  /** Of a schema in `components`, or of a tag. */
  name?: string;
  tags: readonly string[];
  isDeprecated: boolean;
}

/** All pages of one description. `x-position` of an operation puts it before others. */
export function pluginPages(api: ApiDocument, options: ApiPageSet): PluginPage[] {
  const pages = [...infoPages(api, options), ...operationPages(api), ...schemaPages(api, options)];
  const tagged = options.sidebarOptions?.categoryLinkSource === 'tag' ? tagPages(api, pages) : [];
  return [...pages, ...tagged]
    .map((page) => ({ page, position: positionOf(page) }))
    .sort((a, b) => a.position - b.position)
    .map(({ page }) => page)
    .filter(({ kind }) => options.schemasOnly !== true || kind === 'schema');
}

/** The plugin writes one space as a hyphen before it makes words, and small letters, so that `OneTwo` is one word. */
function idOfTitle(title: string): string {
  return kebabCase(title.replace(' ', '-').toLowerCase());
}

function infoPages(api: ApiDocument, { showInfoPage }: ApiPageSet): PluginPage[] {
  const info = objectOf(api.root.info);
  const title = textOf(info.title);
  if (title === undefined || showInfoPage === false) return [];
  const page = { title: singleQuoted(title), description: firstLine(textOf(info.description)) };
  return [{ kind: 'info', id: idOfTitle(title), ...page, api, tags: [], isDeprecated: false }];
}

function operationPages(api: ApiDocument): PluginPage[] {
  return operationsOf(api).flatMap((operation): PluginPage[] => {
    const { value } = operation.node;
    const isEvent = operation.method === 'EVENT';
    const name = textOf(value.operationId) ?? textOf(value.summary) ?? (isEvent ? operation.path : '');
    const id = kebabCase(name);
    // The plugin refuses it too; the operation is named by the caller.
    const title =
      textOf(value.summary) ?? textOf(value.operationId) ?? (isEvent ? operation.path : 'Missing summary');
    const description = textOf(value.description) ?? textOf(value.summary) ?? textOf(value.operationId);
    return [
      {
        kind: 'api',
        id,
        title: singleQuoted(title),
        description: firstLine(description),
        api,
        operation,
        tags: tagsOf(operation),
        isDeprecated: value.deprecated === true,
      },
    ];
  });
}

function schemaPages(api: ApiDocument, { showSchemas, schemasOnly }: ApiPageSet): PluginPage[] {
  const schemas = Object.entries(objectOf(objectOf(api.root.components).schemas));
  return schemas.flatMap(([name, schema]): PluginPage[] => {
    const value: JsonObject = api.follow(schema)?.value ?? {};
    const tags = textsOf(value['x-tags']);
    if (showSchemas !== true && schemasOnly !== true && tags.length === 0) return [];
    const title = textOf(value.title) ?? name;
    return [
      {
        kind: 'schema',
        id: idOfTitle(title),
        title: singleQuoted(title),
        description: firstLine(textOf(value.description)),
        api,
        name,
        tags,
        isDeprecated: value.deprecated === true,
      },
    ];
  });
}

function tagPages(api: ApiDocument, pages: readonly PluginPage[]): PluginPage[] {
  const inUse = new Set(pages.flatMap((page) => (page.kind === 'api' ? page.tags : [])));
  return tagObjects(api).flatMap((tag): PluginPage[] => {
    const name = textOf(tag.name);
    if (name === undefined || !inUse.has(name)) return [];
    const title = singleQuoted(textOf(tag['x-displayName']) ?? name);
    return [
      {
        kind: 'tag',
        id: kebabCase(name),
        title,
        description: title,
        api,
        name,
        tags: [],
        isDeprecated: false,
      },
    ];
  });
}

export function tagObjects(api: ApiDocument): JsonObject[] {
  return listOf(api.root.tags).filter(isObject);
}

function positionOf({ operation }: PluginPage): number {
  const position = operation?.node.value['x-position'];
  return typeof position === 'number' ? position : Number.MAX_SAFE_INTEGER;
}

/** Titles stand in double quotes in the plugin's files. */
function singleQuoted(text: string): string {
  return text.replace(/((?:^|[^\\])(?:\\{2})*)"/g, "$1'");
}

function firstLine(text: string | undefined): string {
  return singleQuoted(text?.match(/[^\r\n]+/)?.[0] ?? '').trimEnd();
}

/** Its file, from the output folder. */
export function fileOfPage({ kind, id }: PluginPage): string {
  return kind === 'schema' ? `schemas/${id}.schema.mdx` : `${id}.${kind}.mdx`;
}
