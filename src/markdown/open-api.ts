import path from 'node:path';
import { inflateSync } from 'node:zlib';
import type { ImportDeclaration } from 'estree';
import type { Nodes, Root, RootContent } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx';
import { toString as textOfNodes } from 'mdast-util-to-string';
import { ApiDocument, type ApiSources, loadApi } from '../openapi/api-document.ts';
import { OPEN_API_ELEMENT } from '../openapi/element.ts';
import { createOperation, listOperations } from '../openapi/operations.ts';
import { ApiReference } from '../openapi/reference.ts';
import { isObject, type JsonObject, readObject, readText } from '../openapi/values.ts';
import { pathFrom } from '../shared/file-paths.ts';
import { readJson } from '../shared/json.ts';
import { type FileScope, lookUp, shownPath, takeFile } from './compilation.ts';
import { isOpenApiTheme } from './modules/open-api-theme.ts';
import { isJsxElement } from './tree/code-nodes.ts';
import { mayHaveParts, PARTS_FAIL } from './tree/part-nodes.ts';
import { visit } from './tree/visit.ts';

const PROBLEM = 'openapi';
/** An operation of `docusaurus-plugin-openapi-docs` has everything that it refers to inside; more is a mistake. */
const OPERATION_BYTES_MAX = 64 * 1024 * 1024;

/** Whether a page carries the data that `docusaurus-plugin-openapi-docs` generates pages with. */
export function isGeneratedPage(file: string, frontMatter: JsonObject): boolean {
  return (
    (frontMatter.api !== undefined && /\.api\.mdx?$/.test(file)) ||
    (frontMatter.schema === true && /\.schema\.mdx?$/.test(file))
  );
}

/**
 * A page that `docusaurus-plugin-openapi-docs` has generated, in any of its generations, drawn anew from the data that it
 * carries. Its components are replaced; words and components that its author added stay. `tree`: its body, where that can
 * be read; pages of the first generations are written in MDX 1. `undefined`: its data is unusable, and reported.
 */
export function drawGeneratedPage(
  tree: Root | undefined,
  source: string,
  frontMatter: JsonObject,
  scope: FileScope,
): Root | undefined {
  const isApi = frontMatter.api !== undefined;
  const { title } = scope.compilation.document;
  const kept = tree && authorsParts(tree, title);
  const blocks = isApi
    ? operationPage(frontMatter.api, title, kept !== undefined, scope)
    : schemaPage(source, title, scope);
  if (!blocks) return undefined;
  // Below the title, and the method and path of an operation.
  const head = isApi ? 2 : 1;
  const statements = kept?.filter((node) => node.type === 'mdxjsEsm') ?? [];
  const words = kept?.filter((node) => node.type !== 'mdxjsEsm') ?? [];
  return {
    type: 'root',
    children: [...statements, ...blocks.slice(0, head), ...words, ...blocks.slice(head)],
  };
}

function operationPage(
  api: unknown,
  title: string,
  hasWords: boolean,
  scope: FileScope,
): RootContent[] | undefined {
  const operation = typeof api === 'string' ? decode(api) : api;
  if (!isObject(operation)) {
    const message =
      'The front matter "api" holds no OpenAPI operation. Generate this page again with gen-api-docs, or delete it and name its OpenAPI file in the configuration.';
    scope.report(PROBLEM, message, { line: 1 });
    return undefined;
  }
  const { info, servers, securitySchemes, method, path: address, description, ...rest } = operation;
  const root = { openapi: '3.0.3', info, servers, components: { securitySchemes } };
  const document = new ApiDocument(scope.file, root, sourcesOf(scope));
  // The page has the description as Markdown of its own, which its author may have changed.
  const value = hasWords ? rest : { ...rest, description };
  const node = { value, file: scope.file };
  const drawn = createOperation(document, String(method), String(address), node);
  return new ApiReference(document, scope.compilation.context.texts).operation({ ...drawn, title });
}

/** As the plugin writes it: JSON, deflated, in base64. */
function decode(text: string): unknown {
  try {
    const bytes = inflateSync(Buffer.from(text, 'base64'), { maxOutputLength: OPERATION_BYTES_MAX });
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return readJson(text);
  }
}

function schemaPage(source: string, title: string, scope: FileScope): RootContent[] | undefined {
  const file = /require\(\s*["']([^"']+\.json)["']\s*\)/.exec(source)?.[1];
  const text =
    file === undefined ? undefined : publishedText(scope, path.resolve(path.dirname(scope.file), file));
  const data = text ? readJson(text) : { schema: readJson(valueAfter(source, 'schema={')) };
  const { schema } = readObject(data);
  if (!isObject(schema)) {
    const message = `The data of this schema is missing${file === undefined ? '' : `: ${file}`}. Generate this page again with gen-api-docs.`;
    scope.report(PROBLEM, message, { line: 1 });
    return undefined;
  }
  const document = new ApiDocument(scope.file, { openapi: '3.0.3' }, sourcesOf(scope));
  const { description: _, ...rest } = schema;
  return new ApiReference(document, scope.compilation.context.texts).schemaPage(rest, title);
}

/** The JSON value that follows, up to the brace that closes it. */
function valueAfter(source: string, start: string): string | undefined {
  const begin = source.indexOf(start);
  if (begin === -1) return undefined;
  let depth = 0;
  for (const { 0: token, index } of source.slice(begin + start.length).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return source.slice(begin + start.length, begin + start.length + index + 1);
  }
  return undefined;
}

/** What on a generated page isn't the plugin's: Markdown, and components of the site's own. */
function authorsParts(tree: Root, title: string): RootContent[] {
  const themeNames = new Set<string>();
  const parts: RootContent[] = [];
  for (const node of tree.children) {
    if (node.type === 'mdxjsEsm') {
      const program = node.data?.estree;
      if (!program) continue;
      program.body = program.body.filter((statement) => {
        if (statement.type !== 'ImportDeclaration' || !isPluginImport(statement)) return true;
        for (const { local } of statement.specifiers) themeNames.add(local.name);
        return false;
      });
      if (program.body.length > 0) parts.push(node);
    } else if (!isPluginPart(node, themeNames, title)) parts.push(node);
  }
  return parts;
}

function isPluginImport({ source }: ImportDeclaration): boolean {
  const name = String(source.value);
  return isOpenApiTheme(name) || ['@theme/TabItem', '@theme/Heading', '@docusaurus/Translate'].includes(name);
}

function isPluginPart(node: RootContent, themeNames: ReadonlySet<string>, title: string): boolean {
  if (node.type === 'heading')
    return node.depth === 1 || ['Request', title].includes(textOfNodes(node).trim());
  // Without a description the plugin repeats the title, in quotes of its own.
  if (node.type === 'paragraph') return quoteless(textOfNodes(node)) === quoteless(title);
  if (node.type === 'mdxFlowExpression') return node.value.trim() === '';
  if (!isJsxElement(node)) return false;
  let isPlugins = false;
  visit(node, (inner: Nodes) => {
    if (isJsxElement(inner) && (themeNames.has(inner.name ?? '') || isPluginClass(inner))) isPlugins = true;
  });
  return isPlugins;
}

function quoteless(text: string): string {
  return text.replace(/["']/g, '').trim();
}

/** Elements without a component in them: the deprecation notice, the download button, version badges. */
function isPluginClass(node: Nodes): boolean {
  return isJsxElement(node) && JSON.stringify(node.attributes).includes('openapi');
}

/**
 * Replaces `<ApiDocMdx id="…" />` of Redocusaurus, and what `src/build/open-api` writes into pages that it adds, by what
 * the OpenAPI file says.
 */
export function expandApiElements(tree: Root, scope: FileScope): void {
  const names = new Map<string, string>([[OPEN_API_ELEMENT, OPEN_API_ELEMENT]]);
  for (const node of tree.children) {
    const program = node.type === 'mdxjsEsm' ? node.data?.estree : undefined;
    for (const statement of program?.body ?? []) {
      if (statement.type !== 'ImportDeclaration') continue;
      const module = String(statement.source.value);
      if (
        ![
          '@theme/ApiDocMdx',
          '@theme/ApiDoc',
          '@theme/Redoc',
          '@theme/ApiSchema',
          '@theme/ApiOperation',
        ].includes(module)
      )
        continue;
      for (const { local } of statement.specifiers) names.set(local.name, module);
    }
  }
  const uses: { node: MdxJsxFlowElement; siblings: Nodes[] }[] = [];
  visit(tree, 'mdxJsxFlowElement', (node, _, parent) => {
    if (parent && names.has(node.name ?? '')) uses.push({ node, siblings: parent.children });
  });
  for (const { node, siblings } of uses) {
    const blocks = elementBlocks(node, scope);
    for (const block of blocks) placeAt(block, node);
    siblings.splice(siblings.indexOf(node), 1, ...blocks);
  }
}

/** Problems in what is drawn are those of the element. */
function placeAt(block: Nodes, { position }: MdxJsxFlowElement): void {
  if (position && block.type !== 'code') block.position = position;
  if ('children' in block)
    for (const child of block.children) placeAt(child, { position } as MdxJsxFlowElement);
}

function elementBlocks(node: MdxJsxFlowElement, scope: FileScope): RootContent[] {
  const { context } = scope.compilation;
  const prop = (name: string) => textProp(node, name);
  const id = prop('id');
  const files = context.apiFiles ?? {};
  const onlyFile = Object.keys(files).length === 1 ? Object.values(files)[0] : undefined;
  const spec = prop('spec') ?? prop('specUrl') ?? prop('url');
  const file = spec === undefined ? (id === undefined ? onlyFile : files[id]) : specFile(spec, scope);
  if (file === undefined) {
    const known = Object.keys(files)
      .map((one) => `"${one}"`)
      .join(', ');
    const hint =
      known === '' ? 'Name the OpenAPI file under `specs` of redocusaurus' : `Use one of these ids: ${known}`;
    const named = id === undefined ? 'names no OpenAPI file' : `names "${id}", which no OpenAPI file has`;
    scope.report(PROBLEM, `<${node.name}> ${named}. ${hint}.`, node.position?.start);
    return [];
  }
  const api = loadApi(file, sourcesOf(scope, node));
  if (!api) return [];
  const reference = new ApiReference(api, context.texts);
  const pointer = prop('pointer') ?? '';
  const name = prop('name') ?? pointer.replace(/^#\/components\/schemas\//, '');
  switch (
    prop('show') ??
    (node.name === OPEN_API_ELEMENT ? 'document' : pointer === '' ? 'document' : 'schema')
  ) {
    case 'info':
      return reference.info();
    case 'tag':
      return reference.tag(name);
    case 'schema':
      return reference.schema(name);
    case 'operation': {
      const [method, address] = [prop('method'), prop('path')];
      const operation = listOperations(api).find((one) => one.method === method && one.path === address);
      return operation ? reference.operation(operation) : [];
    }
    default:
      return reference.document();
  }
}

/** The text of a file that the page shows. A file that must not be published is reported. */
function publishedText(scope: FileScope, file: string): string | undefined {
  const stored = takeFile(scope, [file], 'publish', file, undefined);
  return stored === undefined || stored === 'refused' ? undefined : stored.bytes.toString('utf8');
}

/** `@site/…` or a path from the site folder; an address of the site is a file of the static folders. */
function specFile(spec: string, scope: FileScope): string | undefined {
  const { siteDir, staticDirs } = scope.compilation.context;
  if (/^[a-z][a-z\d+.-]*:/i.test(spec)) return undefined;
  const name = spec.replace(/^@site\//, '');
  const candidates = name.startsWith('/')
    ? staticDirs.map((folder) => path.join(folder, name))
    : [path.resolve(siteDir, name)];
  return candidates.find((file) => lookUp(scope.compilation, file, 'publish') !== undefined) ?? candidates[0];
}

function textProp({ attributes }: MdxJsxFlowElement, name: string): string | undefined {
  const attribute = attributes.find((one) => one.type === 'mdxJsxAttribute' && one.name === name);
  const value = typeof attribute?.value === 'object' ? attribute.value?.value : attribute?.value;
  const json = readJson(value ?? undefined);
  return readText(typeof json === 'string' ? json : value)?.replace(/^(["'`])(.*)\1$/, '$2');
}

/** Files of the site folder alone, each a dependency of the page; problems are reported at their own place. */
function sourcesOf(scope: FileScope, node?: MdxJsxFlowElement): ApiSources {
  const { compilation } = scope;
  const { context } = compilation;
  return {
    read(file) {
      if (pathFrom(context.siteDir, file).startsWith('..')) return undefined;
      const text = publishedText(scope, file);
      if (text === undefined || !mayHaveParts(text)) return text;
      const message = `${shownPath(context, file)} has <Audience> in it, which works in documents only. Take it out, and give the page itself an audience.`;
      scope.report(PARTS_FAIL, message, node?.position?.start);
      return undefined;
    },
    report({ file, line, message }) {
      const problem = {
        code: PROBLEM,
        severity: 'error' as const,
        file: shownPath(context, file),
        line,
        message,
      };
      // Many pages are made from one file.
      compilation.problems.push(problem);
    },
  };
}
