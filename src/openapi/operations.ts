import type { ApiDocument, ApiNode } from './api-document.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf, textsOf } from './values.ts';

/** What operations and path items are called in a description, in the order of the specification. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** An operation with what it inherits from its path and its document. */
export interface Operation {
  /** In capitals. */
  method: string;
  path: string;
  title: string;
  node: ApiNode;
  parameters: readonly ApiNode[];
  servers: unknown;
  security: unknown;
}

/** All operations in the order of the document, then its webhooks. */
export function operationsOf(api: ApiDocument): Operation[] {
  const { root } = api;
  const paths = Object.entries(objectOf(root.paths)).flatMap(([path, item]) => operationsAt(api, path, item));
  const webhooks = Object.entries(objectOf(root['x-webhooks'] ?? root.webhooks)).flatMap(([name, item]) =>
    operationsAt(api, name, item).map((operation) => ({ ...operation, method: 'EVENT' })),
  );
  return [...paths, ...webhooks];
}

function operationsAt(api: ApiDocument, path: string, item: unknown): Operation[] {
  const node = api.follow(item);
  return Object.entries(node?.value ?? {}).flatMap(([method, value]): Operation[] => {
    if (!node || !METHODS.some((one) => one === method.toLowerCase()) || !isObject(value)) return [];
    return [operationOf(api, method, path, { value, file: node.file }, node.value)];
  });
}

export function operationOf(
  api: ApiDocument,
  method: string,
  path: string,
  node: ApiNode,
  item: JsonObject = {},
): Operation {
  const { value, file } = node;
  const parameters = [...listOf(item.parameters), ...listOf(value.parameters)].flatMap(
    (parameter) => api.follow(parameter, file) ?? [],
  );
  // One of the operation replaces one of its path.
  const byName = new Map(parameters.map((one) => [`${one.value.in} ${one.value.name}`, one]));
  return {
    method: method.toUpperCase(),
    path,
    title: textOf(value.summary) ?? textOf(value.operationId) ?? `${method.toUpperCase()} ${path}`,
    node,
    parameters: [...byName.values()],
    servers: value.servers ?? item.servers ?? api.root.servers,
    security: value.security ?? api.root.security,
  };
}

export function tagsOf({ node }: Operation): readonly string[] {
  return textsOf(node.value.tags);
}
