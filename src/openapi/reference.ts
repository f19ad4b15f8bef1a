import type { BlockContent, Heading, PhrasingContent, RootContent, TableCell, TableRow } from 'mdast';
import { toString as textOfNodes } from 'mdast-util-to-string';
import { toKebabCase } from '../content/documents/kebab-case.ts';
import type { ApiDocument, ApiNode } from './api-document.ts';
import { writeDescriptionBlocks, writeDescriptionLine } from './descriptions.ts';
import { listOperations, listTags, METHODS, type Operation } from './operations.ts';
import { createRequestForm, type RequestForm } from './request-form.ts';
import { writeCurlSample } from './request-samples/curl.ts';
import { writeJavaScriptSample } from './request-samples/javascript.ts';
import { writePhpSample } from './request-samples/php.ts';
import { createSampleRequest } from './sample-request.ts';
import { findExample } from './samples.ts';
import {
  createEmphasis,
  createParagraph,
  createText,
  describeConstraints,
  inlineCode,
  list,
  SchemaLists,
} from './schema-list.ts';
import type { OpenApiTexts } from './texts.ts';
import { type JsonObject, readList, readObject, readText, readTexts } from './values.ts';

/** A tab with the sample in one language. */
export interface SampleTab {
  value: string;
  label: string;
  content: BlockContent;
}

/** Parts of a reference that are a matter of the room that compiles documents. */
export interface ReferenceParts {
  drawTabs(tabs: readonly SampleTab[]): RootContent;
  /** Parts in which readers send a request. */
  drawRequestForms(form: RequestForm): RootContent[];
}

/** Writes parts of an API description as Markdown trees, which are compiled like documents. */
export class ApiReference {
  readonly #api: ApiDocument;
  readonly #texts: OpenApiTexts;
  readonly #parts: ReferenceParts;
  readonly #schemas: SchemaLists;

  constructor(api: ApiDocument, texts: OpenApiTexts, parts: ReferenceParts) {
    this.#api = api;
    this.#texts = texts;
    this.#parts = parts;
    this.#schemas = new SchemaLists(api, texts);
  }

  /** Title, version, description, servers, authentication, contact. */
  writeInfo(): RootContent[] {
    const { root } = this.#api;
    const info = readObject(root.info);
    const version =
      readText(info.version) ?? (typeof info.version === 'number' ? String(info.version) : undefined);
    return [
      createHeading(1, readText(info.title) ?? 'API'),
      ...(version === undefined
        ? []
        : [createParagraph(createText(`${this.#texts.apiVersion} `), inlineCode(version))]),
      ...writeDescriptionBlocks(readText(info.description), 1),
      ...this.#servers(root.servers, 2),
      ...this.#securitySchemes(),
      ...this.#contact(info),
    ];
  }

  /** The page of a tag: its description. */
  writeTag(name: string): RootContent[] {
    const tag = readList(this.#api.root.tags)
      .map(readObject)
      .find((candidate) => candidate.name === name);
    return writeDescriptionBlocks(readText(tag?.description), 1);
  }

  writeSchema(name: string): RootContent[] {
    const schema = readObject(readObject(this.#api.root.components).schemas)[name];
    return this.writeSchemaPage(schema, readText(this.#api.follow(schema)?.value.title) ?? name);
  }

  writeSchemaPage(schema: unknown, title: string): RootContent[] {
    const node = this.#api.follow(schema);
    const example = findExample(this.#api, { value: { schema }, file: this.#api.file }, 'response');
    return [
      createHeading(1, title),
      ...writeDescriptionBlocks(readText(node?.value.description), 1),
      ...this.#schemas.writeBlocks(schema, this.#api.file),
      ...this.#example(example, 2),
    ];
  }

  /** The page of one operation. */
  writeOperation(operation: Operation): RootContent[] {
    return [createHeading(1, operation.title), ...this.#operation(operation, 2)];
  }

  /** The whole description as one page: its tags are sections, with the ids that Redoc gives them. */
  writeDocument(): RootContent[] {
    const operations = listOperations(this.#api);
    const tags = readList(this.#api.root.tags).map(readObject);
    const tagNames = [...tags.map(({ name }) => String(name)), ...operations.flatMap(listTags)];
    const sections = [...new Set(tagNames)].flatMap((name): RootContent[] => {
      const members = operations.filter((operation) => listTags(operation).includes(name));
      if (members.length === 0) return [];
      const tag = tags.find((candidate) => candidate.name === name);
      const section = `tag/${toSlug(name)}`;
      return [
        createHeading(2, readText(tag?.['x-displayName']) ?? name, section),
        ...writeDescriptionBlocks(readText(tag?.description), 2),
        ...members.flatMap((operation) => this.#section(operation, section)),
      ];
    });
    const untaggedOperations = operations.filter((operation) => listTags(operation).length === 0);
    return [
      ...this.writeInfo(),
      ...sections,
      ...(untaggedOperations.length > 0 ? [createHeading(2, this.#texts.apiOperations, 'operations')] : []),
      ...untaggedOperations.flatMap((operation) => this.#section(operation, undefined)),
    ];
  }

  #section(operation: Operation, tagSection: string | undefined): RootContent[] {
    const { operationId } = operation.node.value;
    const name = readText(operationId) ?? `${operation.path}/${operation.method.toLowerCase()}`;
    const id = tagSection === undefined ? `operation/${name}` : `${tagSection}/operation/${name}`;
    return [createHeading(3, operation.title, id), ...addIds(this.#operation(operation, 4), id)];
  }

  /** `level` is that of its headings. */
  #operation(operation: Operation, level: number): RootContent[] {
    const texts = this.#texts;
    const { value, file } = operation.node;
    const isPage = level === 2;
    const description = readText(value.description);
    const below = level + 1;
    const callbacks = Object.entries(readObject(value.callbacks));
    return [
      createParagraph(createStrong(operation.method), createText(' '), inlineCode(operation.path)),
      ...(value.deprecated === true ? [createParagraph(createStrong(`${texts.apiDeprecated}.`))] : []),
      ...(description === operation.title ? [] : writeDescriptionBlocks(description, level - 1)),
      createHeading(level, texts.apiRequest, isPage ? 'request' : undefined),
      // A page with many operations lists their common servers once.
      ...(isPage || operation.servers !== this.#api.root.servers
        ? this.#servers(operation.servers, below)
        : []),
      ...this.#security(operation.security, below),
      ...this.#parameters(operation.parameters, below),
      ...this.#body(value.requestBody, file, below),
      ...this.#samples(operation, below),
      createHeading(level, texts.apiResponses, isPage ? 'responses' : undefined),
      ...Object.entries(readObject(value.responses)).flatMap(([status, response]) =>
        this.#response(status, response, file, below),
      ),
      ...(callbacks.length > 0 ? [createHeading(level, texts.apiCallbacks)] : []),
      ...callbacks.flatMap(([name, callback]) => this.#callback(name, callback, file, below)),
    ];
  }

  #servers(servers: unknown, level: number): RootContent[] {
    const urls = readList(servers)
      .map(readObject)
      .filter((server) => readText(server.url) !== undefined && server.url !== '/');
    if (urls.length === 0) return [];
    const items = urls.map((server) => {
      const variables = Object.entries(readObject(server.variables)).map(([name, variable]) => ({
        type: 'listItem' as const,
        spread: false,
        children: [
          createParagraph(
            inlineCode(name),
            createText(' '),
            ...describeConstraints(readObject(variable), this.#texts),
          ),
          ...writeDescriptionBlocks(readText(readObject(variable).description), 5),
        ],
      }));
      const description = writeDescriptionLine(readText(server.description));
      const line = [
        inlineCode(String(server.url)),
        ...(description.length > 0 ? [createText(': '), ...description] : []),
      ];
      return {
        type: 'listItem' as const,
        spread: false,
        children: [createParagraph(...line), ...(variables.length > 0 ? [list(variables)] : [])],
      };
    });
    return [createHeading(level, this.#texts.apiServers), list(items)];
  }

  #securitySchemes(): RootContent[] {
    const schemes = Object.entries(readObject(readObject(this.#api.root.components).securitySchemes));
    if (schemes.length === 0) return [];
    const items = schemes.map(([name, scheme]) => ({
      type: 'listItem' as const,
      spread: true,
      children: [
        createParagraph(
          inlineCode(name),
          createText(': '),
          ...describeScheme(this.#api.follow(scheme)?.value ?? {}, this.#texts),
        ),
        ...writeDescriptionBlocks(readText(this.#api.follow(scheme)?.value.description), 5),
      ],
    }));
    return [createHeading(2, this.#texts.apiAuthentication, 'authentication'), list(items)];
  }

  #contact(info: JsonObject): RootContent[] {
    const contact = readObject(info.contact);
    const license = readObject(info.license);
    const terms = readText(info.termsOfService);
    const email = readText(contact.email);
    const people: PhrasingContent[][] = [
      ...(readText(contact.url)
        ? [[createLink(String(contact.url), readText(contact.name) ?? String(contact.url))]]
        : []),
      ...(readText(contact.name) && !readText(contact.url) ? [[createText(String(contact.name))]] : []),
      ...(email === undefined ? [] : [[createLink(`mailto:${email}`, email)]]),
    ];
    const licenseName = readText(license.name);
    const licenseUrl = readText(license.url);
    return [
      ...(people.length > 0
        ? [createHeading(2, this.#texts.apiContact, 'contact'), createParagraph(...joinParts(people, ', '))]
        : []),
      ...(terms === undefined
        ? []
        : [createHeading(2, this.#texts.apiTerms), createParagraph(createLink(terms, terms))]),
      ...(licenseName === undefined
        ? []
        : [
            createHeading(2, this.#texts.apiLicense, 'license'),
            createParagraph(
              licenseUrl === undefined ? createText(licenseName) : createLink(licenseUrl, licenseName),
            ),
          ]),
    ];
  }

  #security(security: unknown, level: number): RootContent[] {
    if (!Array.isArray(security)) return [];
    const title = createHeading(level, this.#texts.apiAuthentication);
    if (security.length === 0) return [title, createParagraph(createText(this.#texts.apiNoAuthentication))];
    const schemes = readObject(readObject(this.#api.root.components).securitySchemes);
    const items = security.map(readObject).map((requirement) => {
      const needs = Object.entries(requirement).map(([name, scopes]): PhrasingContent[] => {
        const facts = describeScheme(this.#api.follow(schemes[name])?.value ?? {}, this.#texts);
        return [
          inlineCode(name),
          ...(facts.length > 0 ? [createText(': '), ...facts] : []),
          ...readTexts(scopes).flatMap((scope) => [createText(' '), inlineCode(scope)]),
        ];
      });
      const line = needs.length > 0 ? joinParts(needs, ' + ') : [createText(this.#texts.apiNoAuthentication)];
      return { type: 'listItem' as const, spread: false, children: [createParagraph(...line)] };
    });
    return [title, list(items)];
  }

  #parameters(parameters: readonly ApiNode[], level: number): RootContent[] {
    if (parameters.length === 0) return [];
    const texts = this.#texts;
    const head = [texts.apiName, texts.apiIn, texts.apiType, texts.apiRequired, texts.apiDescription];
    const rows = parameters.map(({ value, file }) => {
      // A parameter in the path is always required, even if the file doesn't say so.
      const isRequired = value.required === true || value.in === 'path';
      const schema = value.schema ?? readObject(Object.values(readObject(value.content))[0]).schema;
      const facts = describeConstraints(this.#api.follow(schema, file)?.value ?? {}, texts);
      const description = writeDescriptionLine(readText(value.description));
      const deprecatedMark =
        value.deprecated === true ? [createStrong(`${texts.apiDeprecated}.`), createText(' ')] : [];
      const hasBoth = description.length + deprecatedMark.length > 0 && facts.length > 0;
      return createRow(
        [inlineCode(String(value.name))],
        [createText(String(value.in))],
        [createText(this.#schemas.describeType(schema, file))],
        [createText(isRequired ? texts.apiYes : texts.apiNo)],
        [...deprecatedMark, ...description, ...(hasBoth ? [{ type: 'break' as const }] : []), ...facts],
      );
    });
    return [
      createHeading(level, texts.apiParameters),
      {
        type: 'table',
        align: head.map(() => null),
        children: [createRow(...head.map((name) => [createText(name)])), ...rows],
      },
    ];
  }

  #body(body: unknown, file: string, level: number): RootContent[] {
    const node = this.#api.follow(body, file);
    if (!node) return [];
    return [
      createHeading(level, this.#texts.apiBody),
      ...(node.value.required === true ? [createParagraph(createStrong(this.#texts.apiRequired))] : []),
      ...writeDescriptionBlocks(readText(node.value.description), level),
      ...this.#content(node.value.content, node.file, 'request', level),
    ];
  }

  #response(status: string, response: unknown, file: string, level: number): RootContent[] {
    const node = this.#api.follow(response, file);
    const description = readText(node?.value.description);
    const isShort =
      description !== undefined && description.length <= 80 && /^[\w ,.'’-]+$/.test(description.trim());
    const title = isShort ? `${status}: ${description.trim().replace(/\.$/, '')}` : status;
    const headers = Object.entries(readObject(node?.value.headers)).map(([name, header]) => {
      const { value = {}, file: from = file } = this.#api.follow(header, node?.file ?? file) ?? {};
      return {
        type: 'listItem' as const,
        spread: false,
        children: [
          createParagraph(
            inlineCode(name),
            createText(' '),
            createEmphasis(this.#schemas.describeType(value.schema, from)),
          ),
          ...writeDescriptionBlocks(readText(value.description), 5),
        ],
      };
    });
    return [
      createHeading(level, title),
      ...(isShort ? [] : writeDescriptionBlocks(description, level)),
      ...(headers.length > 0 ? [createParagraph(createStrong(this.#texts.apiHeaders)), list(headers)] : []),
      ...(node ? this.#content(node.value.content, node.file, 'response', level) : []),
    ];
  }

  #content(content: unknown, file: string, direction: 'request' | 'response', level: number): RootContent[] {
    return Object.entries(readObject(content)).flatMap(([type, media]): RootContent[] => {
      const value = readObject(media);
      const examples = Object.entries(readObject(value.examples));
      const blocks: BlockContent[] = [
        createParagraph(inlineCode(type)),
        ...this.#schemas.writeBlocks(value.schema, file),
      ];
      if (examples.length < 2) {
        const example = findExample(this.#api, { value, file }, direction);
        return [...blocks, ...this.#example(example, level + 1)];
      }
      return [
        ...blocks,
        ...examples.flatMap(([name, example]) => {
          const exampleNode = this.#api.follow(example, file)?.value ?? {};
          return this.#example(exampleNode.value, level + 1, readText(exampleNode.summary) ?? name);
        }),
      ];
    });
  }

  #example(example: unknown, level: number, name?: string): RootContent[] {
    if (example === undefined) return [];
    const isText = typeof example === 'string';
    const title = name === undefined ? this.#texts.apiExample : `${this.#texts.apiExample}: ${name}`;
    return [
      level <= 3 ? createHeading(level, title) : createParagraph(createStrong(title)),
      {
        type: 'code',
        lang: isText ? 'text' : 'json',
        value: isText ? example : JSON.stringify(example, null, 2),
      },
    ];
  }

  #samples(operation: Operation, level: number): RootContent[] {
    if (operation.method === 'EVENT' || !operation.path.startsWith('/')) return [];
    const request = createSampleRequest(this.#api, operation);
    const createCode = (lang: string, value: string): BlockContent => ({ type: 'code', lang, value });
    return [
      createHeading(level, this.#texts.apiRequestSample),
      this.#parts.drawTabs([
        { value: 'curl', label: 'curl', content: createCode('bash', writeCurlSample(request)) },
        {
          value: 'javascript',
          label: 'JavaScript',
          content: createCode('js', writeJavaScriptSample(request)),
        },
        { value: 'php', label: 'PHP', content: createCode('php', writePhpSample(request)) },
      ]),
      ...this.#parts.drawRequestForms(createRequestForm(this.#api, operation)),
    ];
  }

  #callback(name: string, callback: unknown, file: string, level: number): RootContent[] {
    const node = this.#api.follow(callback, file);
    return Object.entries(node?.value ?? {}).flatMap(([path, item]) =>
      METHODS.flatMap((method): RootContent[] => {
        const operation = this.#api.follow(readObject(item)[method], node?.file ?? file);
        if (!operation) return [];
        return [
          createHeading(level, name),
          createParagraph(createStrong(method.toUpperCase()), createText(' '), inlineCode(path)),
          ...writeDescriptionBlocks(readText(operation.value.description), level),
          ...this.#body(operation.value.requestBody, operation.file, Math.min(level + 1, 6)),
        ];
      }),
    );
  }
}

/** A tag as Redoc writes it in a URL. */
function toSlug(name: string): string {
  return name.replaceAll(' ', '-');
}

function describeScheme(scheme: JsonObject, texts: OpenApiTexts): PhrasingContent[] {
  if (scheme.type === 'apiKey')
    return [createText(`${texts.apiKey}, ${scheme.in} `), inlineCode(String(scheme.name))];
  if (scheme.type === 'http') {
    const name = String(scheme.scheme).toLowerCase();
    return [createText(name === 'bearer' ? 'HTTP Bearer' : name === 'basic' ? 'HTTP Basic' : `HTTP ${name}`)];
  }
  if (scheme.type === 'oauth2')
    return [createText(`OAuth 2.0 (${Object.keys(readObject(scheme.flows)).join(', ')})`)];
  if (scheme.type === 'openIdConnect')
    return [createText('OpenID Connect '), inlineCode(String(scheme.openIdConnectUrl))];
  return scheme.type === undefined ? [] : [createText(String(scheme.type))];
}

function createHeading(depth: number, title: string, id?: string): Heading {
  const level = Math.min(6, depth) as Heading['depth'];
  return {
    type: 'heading',
    depth: level,
    children: [createText(title)],
    ...(id === undefined ? {} : { data: { explicitId: id } as Heading['data'] }),
  };
}

/** Prefixes ids with that of the operation, because every operation has the same headings. */
function addIds(blocks: RootContent[], section: string): RootContent[] {
  const usedIds = new Set<string>();
  for (const block of blocks) {
    if (block.type !== 'heading') continue;
    const name = toKebabCase(textOfNodes(block));
    const numbered = [name, ...Array.from({ length: usedIds.size }, (_, index) => `${name}-${index + 1}`)];
    const id = numbered.find((candidate) => !usedIds.has(candidate)) ?? name;
    usedIds.add(id);
    block.data = { ...block.data, explicitId: `${section}/${id}` } as Heading['data'];
  }
  return blocks;
}

function createStrong(value: string): PhrasingContent {
  return { type: 'strong', children: [createText(value)] };
}

function createLink(url: string, label: string): PhrasingContent {
  return { type: 'link', url, children: [createText(label)] };
}

function joinParts(parts: readonly PhrasingContent[][], between: string): PhrasingContent[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [createText(between), ...part]));
}

function createRow(...cells: PhrasingContent[][]): TableRow {
  return {
    type: 'tableRow',
    children: cells.map((children): TableCell => ({ type: 'tableCell', children })),
  };
}
