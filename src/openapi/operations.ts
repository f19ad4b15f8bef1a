import { isRecord } from '../shared/json.ts';
import type { ApiDocument, ApiNode } from './api-document.ts';
import { type JsonObject, readList, readObject, readText, readTexts } from './values.ts';

/** Keys of operations in a path item, in the order of the specification. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** An operation with what it inherits from its path and its document. */
export interface Operation {
  /** The method in upper case. */
  method: string;
  path: string;
  title: string;
  node: ApiNode;
  parameters: readonly ApiNode[];
  servers: unknown;
  security: unknown;
}

/** All operations in the order of the document, then its webhooks. */
export function listOperations(api: ApiDocument): Operation[] {
  const { root } = api;
  const paths = Object.entries(readObject(root.paths)).flatMap(([path, item]) =>
    listOperationsAt(api, path, item),
  );
  const webhooks = Object.entries(readObject(root['x-webhooks'] ?? root.webhooks)).flatMap(([name, item]) =>
    listOperationsAt(api, name, item).map((operation) => ({ ...operation, method: 'EVENT' })),
  );
  return [...paths, ...webhooks];
}

function listOperationsAt(api: ApiDocument, path: string, item: unknown): Operation[] {
  const node = api.follow(item);
  return Object.entries(node?.value ?? {}).flatMap(([method, value]): Operation[] => {
    if (!node || !METHODS.some((candidate) => candidate === method.toLowerCase()) || !isRecord(value))
      return [];
    return [createOperation(api, method, path, { value, file: node.file }, node.value)];
  });
}

export function createOperation(
  api: ApiDocument,
  method: string,
  path: string,
  node: ApiNode,
  item: JsonObject = {},
): Operation {
  const { value, file } = node;
  const parameters = [...readList(item.parameters), ...readList(value.parameters)].flatMap(
    (parameter) => api.follow(parameter, file) ?? [],
  );
  // A parameter of the operation replaces one of its path.
  const byName = new Map(parameters.map((element) => [`${element.value.in} ${element.value.name}`, element]));
  return {
    method: method.toUpperCase(),
    path,
    title: readText(value.summary) ?? readText(value.operationId) ?? `${method.toUpperCase()} ${path}`,
    node,
    parameters: [...byName.values()],
    servers: value.servers ?? item.servers ?? api.root.servers,
    security: value.security ?? api.root.security,
  };
}

export function listTags({ node }: Operation): readonly string[] {
  return readTexts(node.value.tags);
}
