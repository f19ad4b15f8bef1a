import type { BlockContent, List, ListItem, Paragraph, PhrasingContent } from 'mdast';
import { isRecord } from '../shared/json.ts';
import type { ApiDocument, ApiNode } from './api-document.ts';
import { writeDescriptionBlocks } from './descriptions.ts';
import { listTypes } from './samples.ts';
import type { OpenApiTexts } from './texts.ts';
import { type JsonObject, readList, readObject, readText, readTexts } from './values.ts';

/** Depth to which nested fields are shown. */
const LEVELS_MAX = 7;
/** Number of fields of a schema that are shown. */
const FIELDS_MAX = 600;

/** The schemas around a field, so that a schema that contains itself is shown only once. */
interface Surroundings {
  refs: readonly string[];
  level: number;
}

/** Writes schemas as nested lists, which are readable at any width, in Markdown and with screen readers. */
export class SchemaLists {
  readonly #api: ApiDocument;
  readonly #texts: OpenApiTexts;
  #fields = 0;

  constructor(api: ApiDocument, texts: OpenApiTexts) {
    this.#api = api;
    this.#texts = texts;
  }

  /** A schema by itself: its type and its fields. */
  writeBlocks(schema: unknown, file: string): BlockContent[] {
    const node = this.#resolve(schema, file);
    if (!node) return [];
    this.#fields = 0;
    const type = this.describeType(schema, file);
    const facts = describeConstraints(node.value, this.#texts);
    const line: PhrasingContent[] = [...(type === '' ? [] : [createEmphasis(type)]), ...facts];
    return [
      ...(line.length > 0 ? [createParagraph(...line)] : []),
      ...this.#writeInner(node, { refs: node.ref === undefined ? [] : [node.ref], level: 0 }),
    ];
  }

  /** `string (uuid)`, `array of Order`, `integer or null`. */
  describeType(schema: unknown, file: string, level = 0): string {
    if (typeof schema === 'string') return readCircularName(schema);
    const node = this.#resolve(schema, file);
    if (!node || level > LEVELS_MAX) return '';
    const { value } = node;
    const name = findSchemaName(node);
    const types = listTypes(value).filter((type) => type !== 'null');
    const isNullable = value.nullable === true || listTypes(value).includes('null');
    const items = value.items === undefined ? '' : this.describeType(value.items, node.file, level + 1);
    const format = readText(value.format);
    const [single] = types;
    let type = types.join(' | ');
    if (single === undefined)
      type = isRecord(value.properties) ? 'object' : (name ?? findTypeOfValues(value));
    if (single === 'array' && items !== '') type = this.#texts.apiArrayOf.replace('{type}', items);
    else if (single === 'object' && name !== undefined) type = `object (${name})`;
    else if (format !== undefined) type = `${type} (${format})`;
    return isNullable && type !== '' ? `${type} | ${this.#texts.apiNull}` : type;
  }

  #resolve(schema: unknown, file: string): ApiNode | undefined {
    const node = this.#api.follow(schema, file);
    return node && { ...node, value: this.#mergeAllOf(node) };
  }

  /** The schema, with the fields of all its `allOf` parts. */
  #mergeAllOf(node: ApiNode, level = 0): JsonObject {
    const { allOf, ...ownKeys } = node.value;
    if (!Array.isArray(allOf) || level > LEVELS_MAX) return node.value;
    const parts = allOf.flatMap((part) => {
      const open = this.#api.follow(part, node.file);
      // The references in a part are relative to the file of the part.
      return open ? [rebaseReferences(this.#mergeAllOf(open, level + 1), open.file, node.file)] : [];
    });
    const all = [...parts, ownKeys];
    const properties = Object.assign({}, ...all.map((part) => readObject(part.properties)));
    const requiredNames = all.flatMap((part) => readTexts(part.required));
    return {
      ...Object.assign({}, ...all),
      ...(Object.keys(properties).length > 0 ? { properties, type: ownKeys.type ?? 'object' } : {}),
      required: requiredNames,
    };
  }

  /** Everything below the line of a schema. */
  #writeInner(node: ApiNode, around: Surroundings): BlockContent[] {
    const { value } = node;
    const blocks: BlockContent[] = [];
    if (around.level > LEVELS_MAX || this.#fields > FIELDS_MAX)
      return this.#hasMore(value) ? [createParagraph(createText(this.#texts.apiMoreFields))] : [];
    const requiredNames = new Set(readTexts(value.required));
    const fields = Object.entries(readObject(value.properties)).map(([name, property]) =>
      this.#writeField(inlineCode(name), property, node.file, around, requiredNames.has(name)),
    );
    if (isRecord(value.additionalProperties))
      fields.push(
        this.#writeField(
          createEmphasis(this.#texts.apiAnyKey),
          value.additionalProperties,
          node.file,
          around,
          false,
        ),
      );
    if (fields.length > 0) blocks.push(list(fields));
    for (const [key, label] of [
      ['oneOf', this.#texts.apiOneOf],
      ['anyOf', this.#texts.apiAnyOf],
    ] as const) {
      const options = readList(value[key]);
      if (options.length === 0) continue;
      const items = options.map((option) => this.#writeField(undefined, option, node.file, around, false));
      blocks.push(createParagraph(createText(label)), list(items));
    }
    if (value.items !== undefined) blocks.push(...this.#writeItems(value.items, node.file, around));
    return blocks;
  }

  #hasMore(value: JsonObject): boolean {
    return ['properties', 'oneOf', 'anyOf', 'items'].some((key) => value[key] !== undefined);
  }

  /** The content of a schema without a line of its own: the items of a list. */
  #writeItems(schema: unknown, file: string, around: Surroundings): BlockContent[] {
    const node = this.#resolve(schema, file);
    if (!node) return [];
    if (node.ref !== undefined && around.refs.includes(node.ref))
      return [createParagraph(createEmphasis(this.#texts.apiCircular))];
    return this.#writeInner(node, { refs: addRef(around, node), level: around.level + 1 });
  }

  #writeField(
    name: PhrasingContent | undefined,
    schema: unknown,
    file: string,
    around: Surroundings,
    isRequired: boolean,
  ): ListItem {
    this.#fields += 1;
    const texts = this.#texts;
    const node = this.#resolve(schema, file);
    const value = node?.value ?? {};
    const type = this.describeType(schema, file);
    const isCircular =
      typeof schema === 'string' || (node?.ref !== undefined && around.refs.includes(node.ref));
    const title = name === undefined ? node && findSchemaName(node) : undefined;
    const head: PhrasingContent[][] = [
      ...(name ? [[name]] : []),
      ...(title !== undefined && !type.includes(title)
        ? [[{ type: 'strong' as const, children: [createText(title)] }]]
        : []),
      ...(type === '' ? [] : [[createEmphasis(type)]]),
      ...(isRequired ? [[{ type: 'strong' as const, children: [createText(texts.apiRequiredMark)] }]] : []),
      ...(value.deprecated === true
        ? [[{ type: 'strong' as const, children: [createText(texts.apiDeprecated)] }]]
        : []),
      ...(value.readOnly === true ? [[createText(texts.apiReadOnly)]] : []),
      ...(value.writeOnly === true ? [[createText(texts.apiWriteOnly)]] : []),
      ...(isCircular ? [[createText(texts.apiCircular)]] : []),
    ];
    const line = head.flatMap((part, index) => (index === 0 ? part : [createText(' · '), ...part]));
    const facts = describeConstraints(value, texts);
    const inner =
      node && !isCircular
        ? this.#writeInner(node, { refs: addRef(around, node), level: around.level + 1 })
        : [];
    return {
      type: 'listItem',
      spread: true,
      children: [
        createParagraph(...line),
        ...writeDescriptionBlocks(readText(value.description), 5),
        ...(facts.length > 0 ? [createParagraph(...facts)] : []),
        ...inner,
      ],
    };
  }
}

/** Rewrites the references of an `allOf` part in another file, so that they are correct in this one. */
function rebaseReferences(value: JsonObject, from: string, to: string): JsonObject {
  if (from === to) return value;
  const write = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(write);
    if (!isRecord(one)) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => {
        const isOwn = key === '$ref' && typeof inner === 'string' && !/^[a-z][a-z\d+.-]*:/i.test(inner);
        if (!isOwn) return [key, write(inner)];
        const [file = '', pointer = ''] = inner.split('#', 2);
        const base = file === '' ? from : new URL(encodeURI(file), `file://${encodeURI(from)}`).pathname;
        return [key, `${base}#${pointer}`];
      }),
    );
  };
  return readObject(write(value));
}

function addRef({ refs }: Surroundings, { ref }: ApiNode): readonly string[] {
  return ref === undefined ? refs : [...refs, ref];
}

/** The title of a schema, or else its name in the reference to it. */
function findSchemaName({ value, ref }: ApiNode): string | undefined {
  const referenceName =
    ref === undefined ? undefined : decodeURIComponent(ref.slice(ref.lastIndexOf('/') + 1));
  return readText(value.title) ?? (referenceName?.includes('#') ? undefined : referenceName);
}

function findTypeOfValues(value: JsonObject): string {
  if (value.enum !== undefined || value.const !== undefined)
    return typeof (value.const ?? readList(value.enum)[0]);
  return '';
}

/** The name in `circular(Order)`, which the plugin writes where a schema would contain itself. */
function readCircularName(text: string): string {
  return /^circular\((.*)\)$/.exec(text)?.[1] ?? text;
}

/** Describes the constraints on a value, except for its type. */
export function describeConstraints(schema: JsonObject, texts: OpenApiTexts): PhrasingContent[] {
  const rules: readonly (readonly [label: string, value: unknown])[] = [
    [texts.apiDefault, schema.default],
    [texts.apiAllowed, schema.enum ?? (schema.const === undefined ? undefined : [schema.const])],
    [schema.exclusiveMinimum === true ? texts.apiMoreThan : texts.apiMinimum, schema.minimum],
    [schema.exclusiveMaximum === true ? texts.apiLessThan : texts.apiMaximum, schema.maximum],
    // In OpenAPI 3.1 these are numbers.
    [texts.apiMoreThan, readNumber(schema.exclusiveMinimum)],
    [texts.apiLessThan, readNumber(schema.exclusiveMaximum)],
    [texts.apiMultipleOf, schema.multipleOf],
    [texts.apiMinLength, schema.minLength],
    [texts.apiMaxLength, schema.maxLength],
    [texts.apiMinItems, schema.minItems],
    [texts.apiMaxItems, schema.maxItems],
    [texts.apiPattern, schema.pattern],
    [`${texts.apiExample}:`, schema.example ?? readList(schema.examples)[0]],
  ];
  return rules
    .filter(([, value]) => value !== undefined)
    .map(([label, value]): PhrasingContent[] => [createText(`${label} `), ...toInlineCodes(value)])
    .flatMap((rule, index) => (index === 0 ? rule : [createText('. '), ...rule]));
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function toInlineCodes(value: unknown): PhrasingContent[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((item, index) => [
    ...(index === 0 ? [] : [createText(', ')]),
    inlineCode(typeof item === 'string' ? item : JSON.stringify(item)),
  ]);
}

export const createText = (value: string): PhrasingContent => ({ type: 'text', value });
export const inlineCode = (value: string): PhrasingContent => ({ type: 'inlineCode', value });
export const createEmphasis = (value: string): PhrasingContent => ({
  type: 'emphasis',
  children: [createText(value)],
});

export function createParagraph(...children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children };
}

export function list(children: ListItem[]): List {
  return { type: 'list', ordered: false, spread: true, children };
}
