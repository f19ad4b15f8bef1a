import type { BlockContent, Heading, PhrasingContent, RootContent, TableCell, TableRow } from 'mdast';
import { toString as textOfNodes } from 'mdast-util-to-string';
import { kebabCase } from '../content/kebab-case.ts';
import type { ApiDocument, ApiNode } from './api-document.ts';
import { descriptionBlocks, descriptionLine } from './descriptions.ts';
import { METHODS, type Operation, operationsOf, tagsOf } from './operations.ts';
import { curlOf, exampleOf, serverUrl } from './samples.ts';
import { constraintsOf, emphasis, inlineCode, list, paragraph, SchemaLists, text } from './schema-list.ts';
import type { OpenApiTexts } from './texts.ts';
import { type JsonObject, listOf, objectOf, textOf, textsOf } from './values.ts';

/** Writes parts of an API description as Markdown trees: whatever shows articles shows them. */
export class ApiReference {
  readonly #api: ApiDocument;
  readonly #texts: OpenApiTexts;
  readonly #schemas: SchemaLists;

  constructor(api: ApiDocument, texts: OpenApiTexts) {
    this.#api = api;
    this.#texts = texts;
    this.#schemas = new SchemaLists(api, texts);
  }

  /** Title, version, description, servers, authentication, contact. */
  info(): RootContent[] {
    const { root } = this.#api;
    const info = objectOf(root.info);
    const version =
      textOf(info.version) ?? (typeof info.version === 'number' ? String(info.version) : undefined);
    return [
      heading(1, textOf(info.title) ?? 'API'),
      ...(version === undefined ? [] : [paragraph(text(`${this.#texts.apiVersion} `), inlineCode(version))]),
      ...descriptionBlocks(textOf(info.description), 1),
      ...this.#servers(root.servers, 2),
      ...this.#securitySchemes(),
      ...this.#contact(info),
    ];
  }

  /** The page of a tag: what its author says of it. */
  tag(name: string): RootContent[] {
    const tag = listOf(this.#api.root.tags)
      .map(objectOf)
      .find((one) => one.name === name);
    return descriptionBlocks(textOf(tag?.description), 1);
  }

  schema(name: string): RootContent[] {
    const schema = objectOf(objectOf(this.#api.root.components).schemas)[name];
    return this.schemaPage(schema, textOf(this.#api.follow(schema)?.value.title) ?? name);
  }

  schemaPage(schema: unknown, title: string): RootContent[] {
    const node = this.#api.follow(schema);
    const example = exampleOf(this.#api, { value: { schema }, file: this.#api.file }, 'response');
    return [
      heading(1, title),
      ...descriptionBlocks(textOf(node?.value.description), 1),
      ...this.#schemas.blocks(schema, this.#api.file),
      ...this.#example(example, 2),
    ];
  }

  /** The page of one operation. */
  operation(operation: Operation): RootContent[] {
    return [heading(1, operation.title), ...this.#operation(operation, 2)];
  }

  /** The whole description as one page: its tags are sections, with the ids that Redoc gives them. */
  document(): RootContent[] {
    const operations = operationsOf(this.#api);
    const tags = listOf(this.#api.root.tags).map(objectOf);
    const named = [...tags.map(({ name }) => String(name)), ...operations.flatMap(tagsOf)];
    const sections = [...new Set(named)].flatMap((name): RootContent[] => {
      const members = operations.filter((operation) => tagsOf(operation).includes(name));
      if (members.length === 0) return [];
      const tag = tags.find((one) => one.name === name);
      const section = `tag/${slugOf(name)}`;
      return [
        heading(2, textOf(tag?.['x-displayName']) ?? name, section),
        ...descriptionBlocks(textOf(tag?.description), 2),
        ...members.flatMap((operation) => this.#section(operation, section)),
      ];
    });
    const untagged = operations.filter((operation) => tagsOf(operation).length === 0);
    return [
      ...this.info(),
      ...sections,
      ...(untagged.length > 0 ? [heading(2, this.#texts.apiOperations, 'operations')] : []),
      ...untagged.flatMap((operation) => this.#section(operation, undefined)),
    ];
  }

  #section(operation: Operation, tagSection: string | undefined): RootContent[] {
    const { operationId } = operation.node.value;
    const name = textOf(operationId) ?? `${operation.path}/${operation.method.toLowerCase()}`;
    const id = tagSection === undefined ? `operation/${name}` : `${tagSection}/operation/${name}`;
    return [heading(3, operation.title, id), ...withIds(this.#operation(operation, 4), id)];
  }

  /** `level`: of its headings. */
  #operation(operation: Operation, level: number): RootContent[] {
    const texts = this.#texts;
    const { value, file } = operation.node;
    const isPage = level === 2;
    const description = textOf(value.description);
    const below = level + 1;
    const callbacks = Object.entries(objectOf(value.callbacks));
    return [
      paragraph(strong(operation.method), text(' '), inlineCode(operation.path)),
      ...(value.deprecated === true ? [paragraph(strong(`${texts.apiDeprecated}.`))] : []),
      ...(description === operation.title ? [] : descriptionBlocks(description, level - 1)),
      heading(level, texts.apiRequest, isPage ? 'request' : undefined),
      // A page of many operations names the servers of all once.
      ...(isPage || operation.servers !== this.#api.root.servers
        ? this.#servers(operation.servers, below)
        : []),
      ...this.#security(operation.security, below),
      ...this.#parameters(operation.parameters, below),
      ...this.#body(value.requestBody, file, below),
      ...this.#curl(operation, below),
      heading(level, texts.apiResponses, isPage ? 'responses' : undefined),
      ...Object.entries(objectOf(value.responses)).flatMap(([status, response]) =>
        this.#response(status, response, file, below),
      ),
      ...(callbacks.length > 0 ? [heading(level, texts.apiCallbacks)] : []),
      ...callbacks.flatMap(([name, callback]) => this.#callback(name, callback, file, below)),
    ];
  }

  #servers(servers: unknown, level: number): RootContent[] {
    const urls = listOf(servers)
      .map(objectOf)
      .filter((server) => textOf(server.url) !== undefined && server.url !== '/');
    if (urls.length === 0) return [];
    const items = urls.map((server) => {
      const variables = Object.entries(objectOf(server.variables)).map(([name, variable]) => ({
        type: 'listItem' as const,
        spread: false,
        children: [
          paragraph(inlineCode(name), text(' '), ...constraintsOf(objectOf(variable), this.#texts)),
          ...descriptionBlocks(textOf(objectOf(variable).description), 5),
        ],
      }));
      const description = descriptionLine(textOf(server.description));
      const line = [
        inlineCode(String(server.url)),
        ...(description.length > 0 ? [text(': '), ...description] : []),
      ];
      return {
        type: 'listItem' as const,
        spread: false,
        children: [paragraph(...line), ...(variables.length > 0 ? [list(variables)] : [])],
      };
    });
    return [heading(level, this.#texts.apiServers), list(items)];
  }

  #securitySchemes(): RootContent[] {
    const schemes = Object.entries(objectOf(objectOf(this.#api.root.components).securitySchemes));
    if (schemes.length === 0) return [];
    const items = schemes.map(([name, scheme]) => ({
      type: 'listItem' as const,
      spread: true,
      children: [
        paragraph(inlineCode(name), text(': '), ...schemeFacts(this.#api.follow(scheme)?.value ?? {})),
        ...descriptionBlocks(textOf(this.#api.follow(scheme)?.value.description), 5),
      ],
    }));
    return [heading(2, this.#texts.apiAuthentication, 'authentication'), list(items)];
  }

  #contact(info: JsonObject): RootContent[] {
    const contact = objectOf(info.contact);
    const license = objectOf(info.license);
    const terms = textOf(info.termsOfService);
    const email = textOf(contact.email);
    const people: PhrasingContent[][] = [
      ...(textOf(contact.url)
        ? [[link(String(contact.url), textOf(contact.name) ?? String(contact.url))]]
        : []),
      ...(textOf(contact.name) && !textOf(contact.url) ? [[text(String(contact.name))]] : []),
      ...(email === undefined ? [] : [[link(`mailto:${email}`, email)]]),
    ];
    const licenseName = textOf(license.name);
    const licenseUrl = textOf(license.url);
    return [
      ...(people.length > 0
        ? [heading(2, this.#texts.apiContact, 'contact'), paragraph(...joined(people, ', '))]
        : []),
      ...(terms === undefined ? [] : [heading(2, this.#texts.apiTerms), paragraph(link(terms, terms))]),
      ...(licenseName === undefined
        ? []
        : [
            heading(2, this.#texts.apiLicense, 'license'),
            paragraph(licenseUrl === undefined ? text(licenseName) : link(licenseUrl, licenseName)),
          ]),
    ];
  }

  #security(security: unknown, level: number): RootContent[] {
    if (!Array.isArray(security)) return [];
    const title = heading(level, this.#texts.apiAuthentication);
    if (security.length === 0) return [title, paragraph(text(this.#texts.apiNoAuthentication))];
    const schemes = objectOf(objectOf(this.#api.root.components).securitySchemes);
    const items = security.map(objectOf).map((requirement) => {
      const needs = Object.entries(requirement).map(([name, scopes]): PhrasingContent[] => {
        const facts = schemeFacts(this.#api.follow(schemes[name])?.value ?? {});
        return [
          inlineCode(name),
          ...(facts.length > 0 ? [text(': '), ...facts] : []),
          ...textsOf(scopes).flatMap((scope) => [text(' '), inlineCode(scope)]),
        ];
      });
      const line = needs.length > 0 ? joined(needs, ' + ') : [text(this.#texts.apiNoAuthentication)];
      return { type: 'listItem' as const, spread: false, children: [paragraph(...line)] };
    });
    return [title, list(items)];
  }

  #parameters(parameters: readonly ApiNode[], level: number): RootContent[] {
    if (parameters.length === 0) return [];
    const texts = this.#texts;
    const head = [texts.apiName, texts.apiIn, texts.apiType, texts.apiRequired, texts.apiDescription];
    const rows = parameters.map(({ value, file }) => {
      const schema = value.schema ?? objectOf(Object.values(objectOf(value.content))[0]).schema;
      const facts = constraintsOf(this.#api.follow(schema, file)?.value ?? {}, texts);
      const description = descriptionLine(textOf(value.description));
      const deprecated = value.deprecated === true ? [strong(`${texts.apiDeprecated}.`), text(' ')] : [];
      const hasBoth = description.length + deprecated.length > 0 && facts.length > 0;
      return row(
        [inlineCode(String(value.name))],
        [text(String(value.in))],
        [text(this.#schemas.typeName(schema, file))],
        [text(value.required === true ? texts.apiYes : texts.apiNo)],
        [...deprecated, ...description, ...(hasBoth ? [{ type: 'break' as const }] : []), ...facts],
      );
    });
    return [
      heading(level, texts.apiParameters),
      {
        type: 'table',
        align: head.map(() => null),
        children: [row(...head.map((name) => [text(name)])), ...rows],
      },
    ];
  }

  #body(body: unknown, file: string, level: number): RootContent[] {
    const node = this.#api.follow(body, file);
    if (!node) return [];
    return [
      heading(level, this.#texts.apiBody),
      ...(node.value.required === true ? [paragraph(strong(this.#texts.apiRequired))] : []),
      ...descriptionBlocks(textOf(node.value.description), level),
      ...this.#content(node.value.content, node.file, 'request', level),
    ];
  }

  #response(status: string, response: unknown, file: string, level: number): RootContent[] {
    const node = this.#api.follow(response, file);
    const description = textOf(node?.value.description);
    const short =
      description !== undefined && description.length <= 80 && /^[\w ,.'’-]+$/.test(description.trim());
    const title = short ? `${status}: ${description.trim().replace(/\.$/, '')}` : status;
    const headers = Object.entries(objectOf(node?.value.headers)).map(([name, header]) => {
      const { value = {}, file: from = file } = this.#api.follow(header, node?.file ?? file) ?? {};
      return {
        type: 'listItem' as const,
        spread: false,
        children: [
          paragraph(inlineCode(name), text(' '), emphasis(this.#schemas.typeName(value.schema, from))),
          ...descriptionBlocks(textOf(value.description), 5),
        ],
      };
    });
    return [
      heading(level, title),
      ...(short ? [] : descriptionBlocks(description, level)),
      ...(headers.length > 0 ? [paragraph(strong(this.#texts.apiHeaders)), list(headers)] : []),
      ...(node ? this.#content(node.value.content, node.file, 'response', level) : []),
    ];
  }

  #content(content: unknown, file: string, direction: 'request' | 'response', level: number): RootContent[] {
    return Object.entries(objectOf(content)).flatMap(([type, media]): RootContent[] => {
      const value = objectOf(media);
      const examples = Object.entries(objectOf(value.examples));
      const blocks: BlockContent[] = [
        paragraph(inlineCode(type)),
        ...this.#schemas.blocks(value.schema, file),
      ];
      if (examples.length < 2) {
        const example = exampleOf(this.#api, { value, file }, direction);
        return [...blocks, ...this.#example(example, level + 1)];
      }
      return [
        ...blocks,
        ...examples.flatMap(([name, example]) => {
          const own = this.#api.follow(example, file)?.value ?? {};
          return this.#example(own.value, level + 1, textOf(own.summary) ?? name);
        }),
      ];
    });
  }

  #example(example: unknown, level: number, name?: string): RootContent[] {
    if (example === undefined) return [];
    const isText = typeof example === 'string';
    const title = name === undefined ? this.#texts.apiExample : `${this.#texts.apiExample}: ${name}`;
    return [
      level <= 3 ? heading(level, title) : paragraph(strong(title)),
      {
        type: 'code',
        lang: isText ? 'text' : 'json',
        value: isText ? example : JSON.stringify(example, null, 2),
      },
    ];
  }

  #curl(operation: Operation, level: number): RootContent[] {
    const { method, path, node, servers, security, parameters } = operation;
    if (method === 'EVENT' || !path.startsWith('/')) return [];
    const schemes = objectOf(objectOf(this.#api.root.components).securitySchemes);
    const required = Object.keys(objectOf(listOf(security)[0])).map(
      (name) => this.#api.follow(schemes[name])?.value ?? {},
    );
    const query = [
      ...parameters
        .filter(({ value }) => value.in === 'query' && value.required === true)
        .map(
          (parameter) => [String(parameter.value.name), exampleOf(this.#api, parameter, 'request')] as const,
        ),
      ...required
        .filter((scheme) => scheme.type === 'apiKey' && scheme.in === 'query')
        .map((scheme) => [String(scheme.name), `<${scheme.name}>`] as const),
    ].map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''))}`,
    );
    const headers = [
      ...required.flatMap(authorizationHeader),
      ...parameters
        .filter(({ value }) => value.in === 'header' && value.required === true)
        .map(
          (parameter) =>
            [String(parameter.value.name), String(exampleOf(this.#api, parameter, 'request') ?? '')] as const,
        ),
    ];
    const body = this.#api.follow(node.value.requestBody, node.file);
    const [type, media] = bodyToSend(objectOf(body?.value.content));
    const example =
      body && media ? exampleOf(this.#api, { value: media, file: body.file }, 'request') : undefined;
    if (type !== undefined) headers.push(['Content-Type', type]);
    return [
      heading(level, this.#texts.apiRequestSample),
      {
        type: 'code',
        lang: 'bash',
        value: curlOf({
          method,
          url: `${serverUrl(servers)}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
          headers,
          body:
            example === undefined
              ? undefined
              : typeof example === 'string'
                ? example
                : JSON.stringify(example, null, 2),
        }),
      },
    ];
  }

  #callback(name: string, callback: unknown, file: string, level: number): RootContent[] {
    const node = this.#api.follow(callback, file);
    return Object.entries(node?.value ?? {}).flatMap(([path, item]) =>
      METHODS.flatMap((method): RootContent[] => {
        const operation = this.#api.follow(objectOf(item)[method], node?.file ?? file);
        if (!operation) return [];
        return [
          heading(level, name),
          paragraph(strong(method.toUpperCase()), text(' '), inlineCode(path)),
          ...descriptionBlocks(textOf(operation.value.description), level),
          ...this.#body(operation.value.requestBody, operation.file, Math.min(level + 1, 6)),
        ];
      }),
    );
  }
}

/** As Redoc writes a tag into an address. */
function slugOf(name: string): string {
  return name.replaceAll(' ', '-');
}

function schemeFacts(scheme: JsonObject): PhrasingContent[] {
  if (scheme.type === 'apiKey') return [text(`API key, ${scheme.in} `), inlineCode(String(scheme.name))];
  if (scheme.type === 'http') {
    const name = String(scheme.scheme).toLowerCase();
    return [text(name === 'bearer' ? 'HTTP Bearer' : name === 'basic' ? 'HTTP Basic' : `HTTP ${name}`)];
  }
  if (scheme.type === 'oauth2')
    return [text(`OAuth 2.0 (${Object.keys(objectOf(scheme.flows)).join(', ')})`)];
  if (scheme.type === 'openIdConnect')
    return [text('OpenID Connect '), inlineCode(String(scheme.openIdConnectUrl))];
  return scheme.type === undefined ? [] : [text(String(scheme.type))];
}

function authorizationHeader(scheme: JsonObject): (readonly [name: string, value: string])[] {
  if (scheme.type === 'apiKey' && scheme.in === 'header') return [[String(scheme.name), `<${scheme.name}>`]];
  if (scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'basic')
    return [['Authorization', 'Basic <credentials>']];
  if (scheme.type === 'http' || scheme.type === 'oauth2' || scheme.type === 'openIdConnect')
    return [['Authorization', 'Bearer <token>']];
  return [];
}

/** JSON where there is a choice. */
function bodyToSend(content: JsonObject): [type: string, media: JsonObject] | [] {
  const types = Object.keys(content);
  const type = types.find((one) => /^application\/(?:.*\+)?json/i.test(one)) ?? types[0];
  return type === undefined ? [] : [type, objectOf(content[type])];
}

function heading(depth: number, title: string, id?: string): Heading {
  const level = Math.min(6, depth) as Heading['depth'];
  return {
    type: 'heading',
    depth: level,
    children: [text(title)],
    ...(id === undefined ? {} : { data: { explicitId: id } as Heading['data'] }),
  };
}

/** Ids below an operation's own: every operation has the same headings. */
function withIds(blocks: RootContent[], section: string): RootContent[] {
  const taken = new Set<string>();
  for (const block of blocks) {
    if (block.type !== 'heading') continue;
    const name = kebabCase(textOfNodes(block));
    const numbered = [name, ...Array.from({ length: taken.size }, (_, at) => `${name}-${at + 1}`)];
    const id = numbered.find((one) => !taken.has(one)) ?? name;
    taken.add(id);
    block.data = { ...block.data, explicitId: `${section}/${id}` } as Heading['data'];
  }
  return blocks;
}

function strong(value: string): PhrasingContent {
  return { type: 'strong', children: [text(value)] };
}

function link(url: string, label: string): PhrasingContent {
  return { type: 'link', url, children: [text(label)] };
}

function joined(parts: readonly PhrasingContent[][], between: string): PhrasingContent[] {
  return parts.flatMap((part, at) => (at === 0 ? part : [text(between), ...part]));
}

function row(...cells: PhrasingContent[][]): TableRow {
  return {
    type: 'tableRow',
    children: cells.map((children): TableCell => ({ type: 'tableCell', children })),
  };
}
