import path from 'node:path';
import { inflateSync } from 'node:zlib';
import type { ImportDeclaration } from 'estree';
import type { Nodes, Root, RootContent } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx';
import { toString as textOfNodes } from 'mdast-util-to-string';
import { isOpenApiTheme } from '../docusaurus/theme/open-api-theme.ts';
import { ApiDocument, type ApiSources, loadApi } from '../openapi/api-document.ts';
import { OPEN_API_ELEMENT } from '../openapi/element.ts';
import { createOperation, listOperations } from '../openapi/operations.ts';
import { ApiReference, type ReferenceParts, type SampleTab } from '../openapi/reference.ts';
import { type JsonObject, readObject, readText } from '../openapi/values.ts';
import { formatPathFrom } from '../shared/file-paths.ts';
import { isRecord, readJson } from '../shared/json.ts';
import { type FileScope, lookUp, takeFile, toDisplayPath } from './compilation.ts';
import { createLiveBlock } from './live-parts.ts';
import { isJsxElement } from './tree/code-nodes.ts';
import { mayHaveParts, PARTS_FAIL } from './tree/part-nodes.ts';
import { visit } from './tree/visit.ts';

const PROBLEM = 'openapi';
/**
 * An operation of `docusaurus-plugin-openapi-docs` contains everything that it refers to. Larger ones are a mistake.
 */
const OPERATION_BYTES_MAX = 64 * 1024 * 1024;

/** Whether a page contains the data from which `docusaurus-plugin-openapi-docs` generates pages. */
export function isGeneratedPage(file: string, frontMatter: JsonObject): boolean {
  return (
    (frontMatter.api !== undefined && /\.api\.mdx?$/.test(file)) ||
    (frontMatter.schema === true && /\.schema\.mdx?$/.test(file))
  );
}

/**
 * Draws a page that any version of `docusaurus-plugin-openapi-docs` generated, from the data in the page. The plugin's
 * components are replaced, and text and components of the author stay. `tree` is the body, if it can be parsed. Early
 * versions wrote it in MDX 1. Returns undefined and reports a problem if the data can't be used.
 */
export function drawGeneratedPage(
  tree: Root | undefined,
  source: string,
  frontMatter: JsonObject,
  scope: FileScope,
): Root | undefined {
  const isApi = frontMatter.api !== undefined;
  const { title } = scope.compilation.document;
  const authorsNodes = tree && findAuthorsParts(tree, title);
  const blocks = isApi
    ? drawOperation(frontMatter.api, title, authorsNodes !== undefined, scope)
    : drawSchema(source, title, scope);
  if (!blocks) return undefined;
  // The number of blocks above the author's words: title, and for an operation its method and path.
  const head = isApi ? 2 : 1;
  const statements = authorsNodes?.filter((node) => node.type === 'mdxjsEsm') ?? [];
  const authorsWords = authorsNodes?.filter((node) => node.type !== 'mdxjsEsm') ?? [];
  return {
    type: 'root',
    children: [...statements, ...blocks.slice(0, head), ...authorsWords, ...blocks.slice(head)],
  };
}

function drawOperation(
  api: unknown,
  title: string,
  hasWords: boolean,
  scope: FileScope,
): RootContent[] | undefined {
  const operation = typeof api === 'string' ? decode(api) : api;
  if (!isRecord(operation)) {
    const message =
      'The front matter "api" contains no OpenAPI operation. Generate this page again with gen-api-docs, or delete it and name its OpenAPI file in the configuration.';
    scope.report(PROBLEM, message, { line: 1 });
    return undefined;
  }
  const { info, servers, securitySchemes, method, path: address, description, ...rest } = operation;
  const root = { openapi: '3.0.3', info, servers, components: { securitySchemes } };
  const document = new ApiDocument(scope.file, root, createSources(scope));
  // The page has the description as Markdown, which its author may have edited.
  const value = hasWords ? rest : { ...rest, description };
  const node = { value, file: scope.file };
  const operationData = createOperation(document, String(method), String(address), node);
  return new ApiReference(
    document,
    scope.compilation.context.texts,
    createReferenceParts(scope),
  ).writeOperation({
    ...operationData,
    title,
  });
}

/** Decodes the plugin's format: JSON, deflated, in base64. */
function decode(text: string): unknown {
  try {
    const bytes = inflateSync(Buffer.from(text, 'base64'), { maxOutputLength: OPERATION_BYTES_MAX });
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return readJson(text);
  }
}

function drawSchema(source: string, title: string, scope: FileScope): RootContent[] | undefined {
  const file = /require\(\s*["']([^"']+\.json)["']\s*\)/.exec(source)?.[1];
  const text =
    file === undefined ? undefined : readPublishedText(scope, path.resolve(path.dirname(scope.file), file));
  const data = text ? readJson(text) : { schema: readJson(findValueAfter(source, 'schema={')) };
  const { schema } = readObject(data);
  if (!isRecord(schema)) {
    const message = `The data of this schema is missing${file === undefined ? '' : `: ${file}`}. Generate this page again with gen-api-docs.`;
    scope.report(PROBLEM, message, { line: 1 });
    return undefined;
  }
  const document = new ApiDocument(scope.file, { openapi: '3.0.3' }, createSources(scope));
  const { description: _, ...rest } = schema;
  return new ApiReference(
    document,
    scope.compilation.context.texts,
    createReferenceParts(scope),
  ).writeSchemaPage(rest, title);
}

/** Finds the JSON value after `start`, up to its closing brace. */
function findValueAfter(source: string, start: string): string | undefined {
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

/** Finds the nodes of a generated page that aren't the plugin's: Markdown and the site's own components. */
function findAuthorsParts(tree: Root, title: string): RootContent[] {
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
  // Without a description the plugin repeats the title in quotes.
  if (node.type === 'paragraph') return removeQuotes(textOfNodes(node)) === removeQuotes(title);
  if (node.type === 'mdxFlowExpression') return node.value.trim() === '';
  if (!isJsxElement(node)) return false;
  let isPlugins = false;
  visit(node, (inner: Nodes) => {
    if (isJsxElement(inner) && (themeNames.has(inner.name ?? '') || isPluginClass(inner))) isPlugins = true;
  });
  return isPlugins;
}

function removeQuotes(text: string): string {
  return text.replace(/["']/g, '').trim();
}

/** Recognizes the plugin's elements without components: the deprecation notice, the download button, version badges. */
function isPluginClass(node: Nodes): boolean {
  return isJsxElement(node) && JSON.stringify(node.attributes).includes('openapi');
}

/**
 * Replaces `<ApiDocMdx id="…" />` of Redocusaurus, and the elements that `src/build/open-api` writes into generated
 * pages, by the contents of the OpenAPI file.
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
    const blocks = drawElement(node, scope);
    for (const block of blocks) placeAt(block, node);
    siblings.splice(siblings.indexOf(node), 1, ...blocks);
  }
}

/** Gives the position of the element to everything drawn for it, so that problems point there. */
function placeAt(block: Nodes, { position }: MdxJsxFlowElement): void {
  if (position && block.type !== 'code') block.position = position;
  if ('children' in block)
    for (const child of block.children) placeAt(child, { position } as MdxJsxFlowElement);
}

function drawElement(node: MdxJsxFlowElement, scope: FileScope): RootContent[] {
  const { context } = scope.compilation;
  const readProp = (name: string) => readTextProp(node, name);
  const id = readProp('id');
  const files = context.apiFiles ?? {};
  const onlyFile = Object.keys(files).length === 1 ? Object.values(files)[0] : undefined;
  const spec = readProp('spec') ?? readProp('specUrl') ?? readProp('url');
  const file = spec === undefined ? (id === undefined ? onlyFile : files[id]) : findSpecFile(spec, scope);
  if (file === undefined) {
    const knownIds = Object.keys(files)
      .map((item) => `"${item}"`)
      .join(', ');
    const hint =
      knownIds === ''
        ? 'Name the OpenAPI file under `specs` of redocusaurus'
        : `Use one of these ids: ${knownIds}`;
    const fault = id === undefined ? 'names no OpenAPI file' : `names "${id}", which no OpenAPI file has`;
    scope.report(PROBLEM, `<${node.name}> ${fault}. ${hint}.`, node.position?.start);
    return [];
  }
  const api = loadApi(file, createSources(scope, node));
  if (!api) return [];
  const reference = new ApiReference(api, context.texts, createReferenceParts(scope));
  const pointer = readProp('pointer') ?? '';
  const name = readProp('name') ?? pointer.replace(/^#\/components\/schemas\//, '');
  switch (
    readProp('show') ??
    (node.name === OPEN_API_ELEMENT ? 'document' : pointer === '' ? 'document' : 'schema')
  ) {
    case 'info':
      return reference.writeInfo();
    case 'tag':
      return reference.writeTag(name);
    case 'schema':
      return reference.writeSchema(name);
    case 'operation': {
      const [method, address] = [readProp('method'), readProp('path')];
      const operation = listOperations(api).find(
        (candidate) => candidate.method === method && candidate.path === address,
      );
      return operation ? reference.writeOperation(operation) : [];
    }
    default:
      return reference.writeDocument();
  }
}

/** Reads a file whose text the page shows. One that must not be published is reported. */
function readPublishedText(scope: FileScope, file: string): string | undefined {
  const storedFile = takeFile(scope, [file], 'publish', file, undefined);
  return storedFile === undefined || storedFile === 'refused' ? undefined : storedFile.bytes.toString('utf8');
}

/** Finds the OpenAPI file: `@site/…`, a path from the site folder, or an address in the static folders. */
function findSpecFile(spec: string, scope: FileScope): string | undefined {
  const { siteDir, staticDirs } = scope.compilation.context;
  if (/^[a-z][a-z\d+.-]*:/i.test(spec)) return undefined;
  const name = spec.replace(/^@site\//, '');
  const candidates = name.startsWith('/')
    ? staticDirs.map((folder) => path.join(folder, name))
    : [path.resolve(siteDir, name)];
  return candidates.find((file) => lookUp(scope.compilation, file, 'publish') !== undefined) ?? candidates[0];
}

function readTextProp({ attributes }: MdxJsxFlowElement, name: string): string | undefined {
  const attribute = attributes.find(
    (candidate) => candidate.type === 'mdxJsxAttribute' && candidate.name === name,
  );
  const value = typeof attribute?.value === 'object' ? attribute.value?.value : attribute?.value;
  const json = readJson(value ?? undefined);
  return readText(typeof json === 'string' ? json : value)?.replace(/^(["'`])(.*)\1$/, '$2');
}

/** Reads files of the site folder only and records them as dependencies. Problems are reported in the OpenAPI file. */
function createSources(scope: FileScope, node?: MdxJsxFlowElement): ApiSources {
  const { compilation } = scope;
  const { context } = compilation;
  return {
    read(file) {
      if (formatPathFrom(context.siteDir, file).startsWith('..')) return undefined;
      const text = readPublishedText(scope, file);
      if (text === undefined || !mayHaveParts(text)) return text;
      const message = `${toDisplayPath(context, file)} has <Audience> in it, which works in documents only. Take it out, and give the page itself an audience.`;
      scope.report(PARTS_FAIL, message, node?.position?.start);
      return undefined;
    },
    report({ file, line, message }) {
      const problem = {
        code: PROBLEM,
        severity: 'error' as const,
        file: toDisplayPath(context, file),
        line,
        message,
      };
      // The same problem is reported for each page made from the file and deduplicated later.
      compilation.problems.push(problem);
    },
  };
}

function createReferenceParts({ compilation: { context } }: FileScope): ReferenceParts {
  return {
    drawTabs: drawSampleTabs,
    drawRequestForms: (form) =>
      (context.extensions ?? []).flatMap(({ operations = {} }) =>
        Object.entries(operations).flatMap(([name, claimOperation]) => {
          const props = claimOperation(form, context.requestServers ?? []);
          return props ? [createLiveBlock(name, props, [])] : [];
        }),
      ),
  };
}

/** Readers choose a language once for the site. Copies of the page have the first. */
function drawSampleTabs(tabs: readonly SampleTab[]): RootContent {
  const [first] = tabs;
  const props = {
    items: tabs.map(({ value, label }) => ({ value, label })),
    selected: first?.value,
    groupId: 'lang',
    tabInCopies: first?.value,
  };
  return createLiveBlock(
    'Tabs',
    props,
    tabs.map(({ content }) => content),
  );
}
