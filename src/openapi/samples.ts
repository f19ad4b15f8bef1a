import { isRecord } from '../shared/json.ts';
import type { ApiDocument, ApiNode } from './api-document.ts';
import { type JsonObject, readList, readObject, readText, readTexts } from './values.ts';

/** Depth of a sample that is generated from a schema. */
const SAMPLE_LEVELS_MAX = 8;
/** Number of values in such a sample: a schema with 500 fields of 500 fields each would otherwise fill the page. */
const SAMPLE_VALUES_MAX = 300;

type Direction = 'request' | 'response';

/**
 * Creates a value that fits a schema, from the author's examples if there are any. Undefined where a schema contains
 * itself.
 */
function createSample(api: ApiDocument, schema: unknown, file: string, direction: Direction): unknown {
  let values = 0;
  const sample = (value: unknown, from: string, refs: readonly string[]): unknown => {
    values += 1;
    const node = api.follow(value, from);
    if (!node || values > SAMPLE_VALUES_MAX || refs.length > SAMPLE_LEVELS_MAX) return undefined;
    if (node.ref !== undefined && refs.includes(node.ref)) return undefined;
    const { value: schemaValue } = node;
    const chosenSchema =
      schemaValue.example ??
      readList(schemaValue.examples)[0] ??
      schemaValue.default ??
      schemaValue.const ??
      readList(schemaValue.enum)[0];
    if (chosenSchema !== undefined) return chosenSchema;
    // A part without a reference counts as a level, too.
    const inside = [...refs, node.ref ?? ''];
    const one = readList(schemaValue.oneOf)[0] ?? readList(schemaValue.anyOf)[0];
    const mergedValues = [...readList(schemaValue.allOf), ...(one === undefined ? [] : [one])]
      .map((part) => sample(part, node.file, inside))
      .filter((part) => part !== undefined);
    const isAnObject = isRecord(schemaValue.properties) || listTypes(schemaValue).includes('object');
    if (mergedValues.length > 0 && !mergedValues.every(isRecord)) return mergedValues[0];
    if (mergedValues.length > 0 || isAnObject) {
      const skippedKey = direction === 'request' ? 'readOnly' : 'writeOnly';
      const fields = Object.entries(readObject(schemaValue.properties)).flatMap(([name, property]) => {
        if (api.follow(property, node.file)?.value[skippedKey] === true) return [];
        const sampleValue = sample(property, node.file, inside);
        return sampleValue === undefined ? [] : [[name, sampleValue] as const];
      });
      return { ...Object.assign({}, ...mergedValues), ...Object.fromEntries(fields) };
    }
    if (schemaValue.items !== undefined || listTypes(schemaValue).includes('array')) {
      const item = sample(schemaValue.items, node.file, inside);
      return item === undefined ? [] : [item];
    }
    return createPlainSample(schemaValue);
  };
  return sample(schema, file, []);
}

export function listTypes(schema: JsonObject): readonly string[] {
  return typeof schema.type === 'string' ? [schema.type] : readTexts(schema.type);
}

const textSamples: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'name@example.com',
  uri: 'https://example.com',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
};

function createPlainSample(schema: JsonObject): unknown {
  const [type = 'any'] = listTypes(schema).filter((candidate) => candidate !== 'null');
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 0;
  if (type === 'boolean') return true;
  if (type === 'string') return textSamples[String(schema.format)] ?? 'string';
  return undefined;
}

/** The example of a body or parameter: the author's, or else one generated from its schema. */
export function findExample(api: ApiDocument, media: ApiNode, direction: Direction): unknown {
  if (media.value.example !== undefined) return media.value.example;
  const [first] = Object.values(readObject(media.value.examples));
  const namedExample = api.follow(first, media.file)?.value.value;
  return namedExample ?? createSample(api, media.value.schema, media.file, direction);
}

/** The URL of the first server, with default values of its variables. */
export function findServerUrl(servers: unknown): string {
  return listServerUrls(servers)[0] ?? '';
}

/** The URLs of all servers, with default values of their variables and without a slash at the end. */
export function listServerUrls(servers: unknown): string[] {
  return readList(servers).map((entry) => {
    const server = readObject(entry);
    const url = readText(server.url) ?? '';
    return url
      .replace(
        /\{([^}]+)\}/g,
        (whole, name: string) => readText(readObject(readObject(server.variables)[name]).default) ?? whole,
      )
      .replace(/\/$/, '');
  });
}
