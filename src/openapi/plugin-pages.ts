import type { ApiPageSet } from '../config/open-api-options.ts';
import { toKebabCase } from '../content/documents/kebab-case.ts';
import { isRecord } from '../shared/json.ts';
import type { ApiDocument } from './api-document.ts';
import { listOperations, listTags, type Operation } from './operations.ts';
import { type JsonObject, readList, readObject, readText, readTexts } from './values.ts';

/** A page that `docusaurus-plugin-openapi-docs` would generate, with the plugin's names. */
export interface PluginPage {
  kind: 'info' | 'api' | 'tag' | 'schema';
  /** Id of the document, and its file name. */
  id: string;
  title: string;
  description: string;
  /** The description that it is made from. */
  api: ApiDocument;
  operation?: Operation;
  /** Name of a schema in `components`, or of a tag. */
  name?: string;
  tags: readonly string[];
  isDeprecated: boolean;
}

/** All pages of one description. Operations with `x-position` come first. */
export function listPluginPages(api: ApiDocument, options: ApiPageSet): PluginPage[] {
  const pages = [
    ...createInfoPages(api, options),
    ...createOperationPages(api),
    ...createSchemaPages(api, options),
  ];
  const tagPages = options.sidebarOptions?.categoryLinkSource === 'tag' ? createTagPages(api, pages) : [];
  return [...pages, ...tagPages]
    .map((page) => ({ page, position: readPosition(page) }))
    .sort((a, b) => a.position - b.position)
    .map(({ page }) => page)
    .filter(({ kind }) => options.schemasOnly !== true || kind === 'schema');
}

/** Like the plugin, replaces one space by a hyphen and uses lower case first, so that `OneTwo` counts as one word. */
function toDocId(title: string): string {
  return toKebabCase(title.replace(' ', '-').toLowerCase());
}

function createInfoPages(api: ApiDocument, { showInfoPage }: ApiPageSet): PluginPage[] {
  const info = readObject(api.root.info);
  const title = readText(info.title);
  if (title === undefined || showInfoPage === false) return [];
  const page = { title: replaceDoubleQuotes(title), description: readFirstLine(readText(info.description)) };
  return [{ kind: 'info', id: toDocId(title), ...page, api, tags: [], isDeprecated: false }];
}

function createOperationPages(api: ApiDocument): PluginPage[] {
  return listOperations(api).flatMap((operation): PluginPage[] => {
    const { value } = operation.node;
    const isEvent = operation.method === 'EVENT';
    const name = readText(value.operationId) ?? readText(value.summary) ?? (isEvent ? operation.path : '');
    const id = toKebabCase(name);
    // An empty id is an error, as in the plugin. The caller reports it.
    const title =
      readText(value.summary) ??
      readText(value.operationId) ??
      (isEvent ? operation.path : 'Missing summary');
    const description = readText(value.description) ?? readText(value.summary) ?? readText(value.operationId);
    return [
      {
        kind: 'api',
        id,
        title: replaceDoubleQuotes(title),
        description: readFirstLine(description),
        api,
        operation,
        tags: listTags(operation),
        isDeprecated: value.deprecated === true,
      },
    ];
  });
}

function createSchemaPages(api: ApiDocument, { showSchemas, schemasOnly }: ApiPageSet): PluginPage[] {
  const schemas = Object.entries(readObject(readObject(api.root.components).schemas));
  return schemas.flatMap(([name, schema]): PluginPage[] => {
    const value: JsonObject = api.follow(schema)?.value ?? {};
    const tags = readTexts(value['x-tags']);
    if (showSchemas !== true && schemasOnly !== true && tags.length === 0) return [];
    const title = readText(value.title) ?? name;
    return [
      {
        kind: 'schema',
        id: toDocId(title),
        title: replaceDoubleQuotes(title),
        description: readFirstLine(readText(value.description)),
        api,
        name,
        tags,
        isDeprecated: value.deprecated === true,
      },
    ];
  });
}

function createTagPages(api: ApiDocument, pages: readonly PluginPage[]): PluginPage[] {
  const inUse = new Set(pages.flatMap((page) => (page.kind === 'api' ? page.tags : [])));
  return listTagObjects(api).flatMap((tag): PluginPage[] => {
    const name = readText(tag.name);
    if (name === undefined || !inUse.has(name)) return [];
    const title = replaceDoubleQuotes(readText(tag['x-displayName']) ?? name);
    return [
      {
        kind: 'tag',
        id: toKebabCase(name),
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

export function listTagObjects(api: ApiDocument): JsonObject[] {
  return readList(api.root.tags).filter(isRecord);
}

function readPosition({ operation }: PluginPage): number {
  const position = operation?.node.value['x-position'];
  return typeof position === 'number' ? position : Number.MAX_SAFE_INTEGER;
}

/** The plugin writes titles in double quotes, so it replaces those inside. */
function replaceDoubleQuotes(text: string): string {
  return text.replace(/((?:^|[^\\])(?:\\{2})*)"/g, "$1'");
}

function readFirstLine(text: string | undefined): string {
  return replaceDoubleQuotes(text?.match(/[^\r\n]+/)?.[0] ?? '').trimEnd();
}

/** The page's file, relative to the output folder. */
export function getPageFile({ kind, id }: PluginPage): string {
  return kind === 'schema' ? `schemas/${id}.schema.mdx` : `${id}.${kind}.mdx`;
}
